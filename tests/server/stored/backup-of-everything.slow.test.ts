import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { EMPTIED_TABLES } from '#server/infrastructure/database/sqlite/snapshot.ts'
import { filesOf, makeInstallation, rowsOf, sqliteStateOf } from '../../postgres/moving/moved-installation.ts'
import { signInAs } from '../../support/accounts.ts'
import { TestApp } from '../../support/test-app.ts'
import { runCommand } from '../start/data-folder.ts'

it('saves every row and file, and a server works with the copy', async () => {
  const { dir, turbine, keys } = await makeInstallation()
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(dir, { recursive: true }))
  const folder = `${dir}-backup`
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  expect(await runCommand('backup', dir, folder)).toMatchObject({ status: 0, stderr: '' })
  // The copy has no file whose removal waits, and nothing that lets people in.
  const emptied = Object.fromEntries(EMPTIED_TABLES.map((table) => [table, []]))
  const rows = { ...(await rowsOf({ DATA_DIR: dir })), ...emptied }
  expect(await rowsOf({ DATA_DIR: folder })).toEqual(rows)
  // The parts of an unfinished upload are not saved: whoever continues it begins again.
  const files = Object.entries(await filesOf(dir)).filter(
    // The archives of point clouds are made again.
    ([name]) => !name.startsWith('/partial/') && !name.endsWith('.cloud.bin'),
  )
  expect(await filesOf(folder)).toEqual(Object.fromEntries(files))
  expect(sqliteStateOf(folder)).toEqual(sqliteStateOf(dir))
  expect(await runCommand('verify', folder)).toMatchObject({ status: 0, stderr: '' })

  await using testApp = await TestApp.open({ DATA_DIR: folder, DATABASE_URL: '' }, 'disk')
  const superadmin = await signInAs(testApp, 'superadmin')
  expect((await superadmin.get(`/api/turbines/${turbine}/findings`)).status).toBe(200)
  for (const key of keys) expect((await superadmin.get(`/media/${key}`)).status).toBe(200)
})
