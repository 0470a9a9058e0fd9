import { expect, it } from 'vitest'
import { FILES_PICKED_MAX } from '#domain/limits.ts'
import { filesOfDrop } from '#panel/outbox/dropped-files.ts'
import { filesOfInput, type PickedFile } from '#panel/outbox/picked-files.ts'
import { dropOf, photosIn, type Tree, UNREADABLE } from './dropped-folders.ts'

const file = (name: string) => new File(['x'], name)
const paths = (files: PickedFile[]) =>
  files.map(({ file: { name }, folders }) => [...folders, name].join('/'))

it('reads all levels of a folder with more files than the browser lists at once, in their order', async () => {
  const tree = {
    Saha: { A: { 'Tip-WW': photosIn('DJI', 130), 'x.jpg': file('x.jpg') } },
    'alone.jpg': file('alone.jpg'),
  }
  const { files, leftOut } = await filesOfDrop(dropOf(tree))
  const numbered = Array.from(
    { length: 130 },
    (_, index) => `Saha/A/Tip-WW/DJI_${String(index + 1).padStart(4, '0')}.jpg`,
  )
  expect(paths(files)).toEqual([...numbered, 'Saha/A/x.jpg', 'alone.jpg'])
  expect(leftOut).toEqual({ systemFiles: 0, unreadable: [], isCut: false })
})

it('leaves out and counts files of the system, and names what cannot be read', async () => {
  const { files, leftOut } = await filesOfDrop(
    dropOf({
      A: {
        '.DS_Store': file('.DS_Store'),
        '1.jpg': file('1.jpg'),
        '._1.jpg': file('._1.jpg'),
        'gone.jpg': UNREADABLE,
      },
      __MACOSX: { A: { '1.jpg': file('1.jpg') } },
      'Thumbs.db': file('Thumbs.db'),
    }),
  )
  expect(paths(files)).toEqual(['A/1.jpg'])
  expect(leftOut).toEqual({ systemFiles: 4, unreadable: ['A/gone.jpg'], isCut: false })
})

it('ends at a number of files, and in a folder that contains itself', async () => {
  const many = await filesOfDrop(dropOf({ many: photosIn('a', FILES_PICKED_MAX + 1) }))
  expect([many.files.length, many.leftOut.isCut]).toEqual([FILES_PICKED_MAX, true])
  const loop: Tree = {}
  loop.inside = loop
  const { files, leftOut } = await filesOfDrop(dropOf({ loop }))
  expect(files).toEqual([])
  expect(leftOut.unreadable).toEqual([`loop${'/inside'.repeat(64)}`])
})

it('takes files from browsers that have no entries', async () => {
  const [one, other] = [file('a.jpg'), file('._a.jpg')]
  const files = [one, other] as unknown as FileList
  const { files: found, leftOut } = await filesOfDrop({ items: [] as unknown as DataTransferItemList, files })
  expect([paths(found), leftOut.systemFiles]).toEqual([['a.jpg'], 1])
})

it('takes the folders of a chosen folder from the paths of its files', () => {
  const picked = ['Saha/A/1.jpg', 'Saha/A/._1.jpg', 'Saha/2.jpg'].map((path) =>
    Object.defineProperty(file(path.split('/').at(-1) ?? ''), 'webkitRelativePath', { value: path }),
  )
  const { files, leftOut } = filesOfInput({ files: picked } as unknown as HTMLInputElement)
  expect(paths(files)).toEqual(['Saha/A/1.jpg', 'Saha/2.jpg'])
  expect(leftOut.systemFiles).toBe(1)
})
