import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sqliteMoveMarker } from '#server/infrastructure/database/moving/sqlite-rows.ts'
import { findForeignName, NOTICE_FILE } from '#server/infrastructure/disk/data-folder.ts'
import { BEGUN, MarkerFile } from '#server/infrastructure/disk/marker-file.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'

setUpFolder('test')

it.each(['installation', 'unfinished-move-of-rows', 'unfinished-move-of-files'])(
  'the marker %s is of Kanat, also while it is being written',
  async (name) => {
    await new MarkerFile(join(dir, name)).write('x')
    expect(await findForeignName(dir)).toBeUndefined()
    await writeFile(join(dir, `${name}${BEGUN}`), '')
    expect(await findForeignName(dir)).toBeUndefined()
  },
)

it('the marker of an unfinished move is one of them', async () => {
  await sqliteMoveMarker(dir).write('x')
  expect(await findForeignName(dir)).toBeUndefined()
})

it('the notice is of Kanat; what somebody else has written is not', async () => {
  await writeFile(join(dir, NOTICE_FILE), '{}')
  expect(await findForeignName(dir)).toBeUndefined()
  await mkdir(join(dir, `kanat.db${BEGUN}`))
  expect(await findForeignName(dir)).toBe(`kanat.db${BEGUN}`)
})
