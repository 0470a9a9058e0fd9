import { expect, it } from 'vitest'
import { sortFiles } from '#panel/photos/upload/staged-files.ts'

const file = (name: string, type = 'image/jpeg') => new File(['x'], name, { type })
const names = (files: File[]) => files.map(({ name }) => name)

it('accepts images and point clouds, with any type that the browser gives a point cloud', () => {
  const { accepted, notPhotos } = sortFiles(
    [
      file('a.jpg'),
      file('scan.PCD', ''),
      file('scan.laz', 'application/x-laz'),
      file('report.pdf', 'application/pdf'),
      file('notes.txt', ''),
    ],
    new Set(),
  )
  expect(names(accepted)).toEqual(['a.jpg', 'scan.PCD', 'scan.laz'])
  expect(notPhotos).toEqual(['report.pdf', 'notes.txt'])
})

it('offers other names for those with Turkish letters, spaces and other characters that the server refuses', () => {
  const bad = ['kanat çatlağı.jpg', 'İki  söz (1).JPG', 'a/b.jpg', 'a?.jpg']
  const { accepted, badNames, renamed } = sortFiles(
    [...bad, 'Blade_A-1.v2.jpg'].map((name) => file(name)),
    new Set(),
  )
  expect(badNames).toEqual([])
  expect(names(accepted)).toEqual(['Blade_A-1.v2.jpg'])
  expect(renamed.map(({ pickedName }) => pickedName)).toEqual(bad)
  expect(names(renamed.map((one) => one.file))).toEqual([
    'kanat_catlagi.jpg',
    'Iki_soz_1.JPG',
    'a_b.jpg',
    'a.jpg',
  ])
  expect(renamed[0]?.file).toMatchObject({ type: 'image/jpeg', size: 1 })
})

it('refuses names in other letters and those that are too long, and new names that are taken', () => {
  const bad = ['图片.jpg', 'Москва.jpg', ' .jpg', `${'x'.repeat(180)}ş.jpg`]
  const picked = [...bad, 'iç 1.jpg', 'ic 1.jpg', 'dış.jpg'].map((name) => file(name))
  const { badNames, renamed, duplicates, listed } = sortFiles(picked, new Set(['dis.jpg']))
  expect(badNames).toEqual(bad)
  expect(names(renamed.map((one) => one.file))).toEqual(['ic_1.jpg'])
  expect(duplicates).toEqual(['dış.jpg'])
  expect(listed).toEqual(['ic 1.jpg'])
})

it('rejects names of existing photos, and tells them from those of staged files and of two equal names', () => {
  const { accepted, duplicates, listed } = sortFiles(
    [file('there.jpg'), file('new.jpg'), file('new.jpg'), file('waits.jpg')],
    new Set(['there.jpg']),
    ['waits.jpg'],
  )
  expect(names(accepted)).toEqual(['new.jpg'])
  expect(duplicates).toEqual(['there.jpg'])
  expect(listed).toEqual(['new.jpg', 'waits.jpg'])
})
