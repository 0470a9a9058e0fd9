import { cp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { backUp } from '#server/features/backup/back-up.ts'
import { verify } from '#server/features/backup/verify.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import { makeTurbine } from '../../support/builders.ts'
import { pcd } from '../../support/files/pcd.ts'
import { TestApp, temporaryFolder } from '../../support/test-app.ts'

const CLOUD = pcd(
  'binary',
  ['x', 'y', 'z'].map((name) => ({ name, type: 'F', size: 4, values: [1, 2, 3] })),
)

async function stateOf(client: Client, turbine: number, { id }: Photo): Promise<unknown> {
  const answer = await client.get(`/api/turbines/${turbine}/photos/${id}/cloud`)
  return ((await answer.json()) as { cloud: { state: string } }).cloud.state
}

it('a backup leaves the archive of a cloud out, and a server on the restored backup makes it again', async () => {
  await using stack = new AsyncDisposableStack()
  const folders = [await temporaryFolder(), await temporaryFolder()] as const
  for (const folder of folders) stack.defer(() => rm(folder, { recursive: true }))
  const [backup, restored] = folders
  const testApp = stack.use(await TestApp.open({ DATABASE_URL: '' }, 'disk'))
  const superadmin = await signInAs(testApp, 'superadmin')
  const turbine = await makeTurbine(testApp, { company_id: 999 })
  const photo = await superadmin.uploadPhoto(turbine, 'scan.pcd', CLOUD)
  await expect.poll(() => stateOf(superadmin, turbine, photo)).toBe('ready')

  expect((await backUp(testApp.dir, backup)).problems).toEqual([])
  await stat(join(backup, 'files', photo.key))
  await expect(stat(join(backup, `derivatives/${photo.key}.cloud.bin`))).rejects.toThrow('ENOENT')
  expect((await verify({ dataDir: backup })).problems).toEqual([])

  await cp(backup, restored, { recursive: true })
  const other = await TestApp.open({ DATABASE_URL: '', DATA_DIR: restored }, 'disk')
  stack.defer(() => other.close())
  const there = await signInAs(other, 'superadmin')
  await expect.poll(() => stateOf(there, turbine, photo)).toBe('ready')
  expect((await verify({ dataDir: restored })).problems).toEqual([])
})
