import { expect, it } from 'vitest'
import { folder, setUpFolder } from '../../support/folder-setup.ts'
import { TestApp } from '../../support/test-app.ts'
import { runCommand } from '../start/data-folder.ts'

setUpFolder('test')

it('prints what needs the operator with what to do, ends with 1, and knows of a backup', async () => {
  await (await TestApp.open({ DATA_DIR: folder }, 'disk')).close()
  const before = await runCommand('doctor', folder)
  expect(before).toMatchObject({ status: 1, stderr: '' })
  expect(before.stdout).toContain('LOOK   Backup: No backup is known.\n       Run “npm run backup')
  expect(before.stdout).toMatch(/well {3}Database: SQLite [\d.]+ answers\.\n/)
  expect(before.stdout).toMatch(/\n\d of \d+ checks need you\.\n$/)

  expect(await runCommand('backup', folder, `${folder}/tonight`)).toMatchObject({ status: 1 })
  await using elsewhere = await TestApp.open()
  expect(await runCommand('backup', folder, `${elsewhere.dir}/tonight`)).toMatchObject({ status: 0 })
  expect((await runCommand('doctor', folder)).stdout).toContain(
    'well   Backup: The newest backup is of today.\n',
  )
})

it('examines the configuration also if there is no database', async () => {
  const ended = await runCommand('doctor', folder)
  expect(ended).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('does not exist. Check DATA_DIR.'),
  })
  expect(ended.stdout).toContain('LOOK   Mail: ')
})
