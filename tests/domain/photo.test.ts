import { describe, expect, it } from 'vitest'
import { fileKind } from '#domain/file-types.ts'
import { bladeNamedIn, cloudKind, isPhotoFile, roomLabel } from '#domain/photo.ts'
import { selectableYears } from '#domain/time/year.ts'
import { isFileName } from '#domain/upload.ts'
import { NAMED_BLADES } from '../support/files/named-blades.ts'

describe('the name of a photo', () => {
  it.each(['IMG_0001.jpg', 'a', 'scan-2.pcd', '..a', 'A.B-C_9.png'])('may be %s', (name) => {
    expect(isFileName(name)).toBe(true)
  })
  it.each([
    'kanat ucu.jpg',
    'görüntü.jpg',
    'a/b.jpg',
    '.',
    '..',
    'a\\b.jpg',
    '',
    'a\n.jpg',
    'a%00.jpg',
    'x'.repeat(181),
  ])('may not be %j', (name) => {
    expect(isFileName(name)).toBe(false)
  })
})

it('takes the blade from a name that says one', () => {
  for (const [name, blade] of NAMED_BLADES) expect([name, bladeNamedIn(name)]).toEqual([name, blade])
})

it('accepts images and point clouds, and no other files', () => {
  expect(isPhotoFile({ name: 'a.jpg', type: 'image/jpeg' })).toBe(true)
  expect(isPhotoFile({ name: 'SCAN.PCD', type: '' })).toBe(true)
  for (const name of ['IMG_0001.HEIC', 'a.heif', 'DSC1.hif'])
    expect(isPhotoFile({ name, type: '' })).toBe(true)
  expect(isPhotoFile({ name: 'heic', type: '' })).toBe(false)
  expect(isPhotoFile({ name: 'scan.las', type: 'application/octet-stream' })).toBe(true)
  expect(isPhotoFile({ name: 'scan.Laz', type: '' })).toBe(true)
  expect(isPhotoFile({ name: 'scan.laz.zip', type: 'application/zip' })).toBe(false)
  expect(isPhotoFile({ name: 'a.pdf', type: 'application/pdf' })).toBe(false)
})

it('names the kind of a point cloud by its extension', () => {
  expect(['a.pcd', 'a.LAS', 'a.laz', 'a.jpg', 'las'].map(cloudKind)).toEqual([
    'PCD',
    'LAS',
    'LAZ',
    undefined,
    undefined,
  ])
})

it('names the kind of every file by its extension', () => {
  const names = ['a.jpg', 'a.HIF', 'a.heic', 'a.b.tiff', 'a.webp', 'a.laz', 'a.docx', 'a.', 'heic', 'a']
  expect(names.map(fileKind)).toEqual([
    'JPEG',
    'HEIC',
    'HEIC',
    'TIFF',
    'WebP',
    'LAZ',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

it('labels rooms 1 to 9 and has no label for the others', () => {
  expect(['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(roomLabel)).toEqual([
    'Root-WW',
    'Mid-WW',
    'Tip-WW',
    'Root-SW',
    'Mid-SW',
    'Tip-SW',
    'Root-LW',
    'Mid-LW',
    'Tip-LW',
  ])
  for (const room of ['0', '10', '25', '-1', '1.0', 'hub', '']) expect(roomLabel(room)).toBeUndefined()
})

it('offers the current year and the ten before it', () => {
  const years = selectableYears(2026)
  expect([years[0], years.at(-1), years.length]).toEqual([2026, 2016, 11])
})
