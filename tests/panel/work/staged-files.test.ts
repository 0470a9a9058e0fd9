import { expect, it } from 'vitest'
import { sortFiles } from '#panel/photos/upload/staged-files.ts'

const file = (name: string, type = 'image/jpeg') => new File(['x'], name, { type })
const names = (files: File[]) => files.map(({ name }) => name)

it('accepts images and point clouds, with any type that the browser gives a point cloud', () => {
  const { accepted, notPhotos } = sortFiles(
    [file('a.jpg'), file('scan.PCD', ''), file('report.pdf', 'application/pdf'), file('notes.txt', '')],
    new Set(),
  )
  expect(names(accepted)).toEqual(['a.jpg', 'scan.PCD'])
  expect(notPhotos).toEqual(['report.pdf', 'notes.txt'])
})

it('skips names with Turkish letters, spaces and other characters that the server refuses', () => {
  const bad = ['kanat çatlağı.jpg', 'two words.jpg', 'a/b.jpg', 'a?.jpg']
  const { accepted, badNames } = sortFiles(
    [...bad, 'Blade_A-1.v2.jpg'].map((name) => file(name)),
    new Set(),
  )
  expect(badNames).toEqual(bad)
  expect(names(accepted)).toEqual(['Blade_A-1.v2.jpg'])
})

it('rejects names of existing photos, and the second of two equal names', () => {
  const { accepted, duplicates } = sortFiles(
    [file('there.jpg'), file('new.jpg'), file('new.jpg')],
    new Set(['there.jpg']),
  )
  expect(names(accepted)).toEqual(['new.jpg'])
  expect(duplicates).toEqual(['there.jpg', 'new.jpg'])
})
