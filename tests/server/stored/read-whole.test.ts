import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { readWhole } from '#server/infrastructure/store/read-whole.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'

setUpFolder('test')

it('keeps the memory of one reading, however many files were read at once', async () => {
  const path = join(dir, 'a')
  await writeFile(path, 'blade')
  const readMany = () => Promise.all(Array.from({ length: 8 }, () => readWhole(path)))
  await readMany()
  const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow')
  expect((await readMany()).map((content) => typeof content === 'object' && content.size)).toEqual(
    Array(8).fill(5),
  )
  expect(allocate).toHaveBeenCalledTimes(7)
  allocate.mockRestore()
})
