import { expect, it } from 'vitest'
import { isSystemFile } from '#domain/files/system-files.ts'

it.each([
  ['._IMG_0001.jpg', true],
  ['A/Tip-WW/._IMG_0001.jpg', true],
  ['._', true],
  ['Thumbs.db', true],
  ['A/thumbs.DB', true],
  ['.DS_Store', true],
  ['A/.ds_store', true],
  ['desktop.ini', true],
  ['Desktop.INI', true],
  ['__MACOSX/A/IMG_0001.jpg', true],
  ['A/__macosx/IMG_0001.jpg', true],
  ['IMG_0001.jpg', false],
  ['_.jpg', false],
  ['.IMG_0001.jpg', false],
  ['a._b.jpg', false],
  ['._A/IMG_0001.jpg', false],
  ['Thumbs.db.jpg', false],
  ['Thumbs.db/IMG_0001.jpg', false],
  ['__MACOSX', false],
  ['', false],
])('says of %j whether the system has added it: %s', (path, isSystem) => {
  expect(isSystemFile(path)).toBe(isSystem)
})
