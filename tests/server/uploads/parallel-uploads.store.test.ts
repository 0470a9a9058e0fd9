/** Uploads in parts that one user begins and cancels many times, also at the same time. */
import { expect, it } from 'vitest'
import { MIB, PARTIAL_UPLOADS_PER_USER } from '#domain/limits.ts'
import { freeBytes } from '#server/infrastructure/disk/disk-errors.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import { company, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { makeCompany, makeTurbine } from '../../support/builders.ts'
import { canMount, SmallDisk } from '../../support/servers/small-disk.ts'
import { TestApp } from '../../support/test-app.ts'
import { beginParts, UploadInParts } from '../../support/tus-requests.ts'

setUpTurbine()

const begin = (client: Client, at: number, name: string, length = 10) =>
  beginParts(client.send.bind(client), at, { filename: `${name}.jpg`, room: '1' }, length)

/** The answers by what they say, with their number. */
async function countAnswers(answers: Response[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const answer of answers) {
    const said = answer.ok ? 'begun' : ((await answer.json()) as { error: string }).error
    counts[said] = (counts[said] ?? 0) + 1
  }
  return counts
}

it(`of 80 uploads that one user begins at once, ${PARTIAL_UPLOADS_PER_USER} begin`, async () => {
  const client = await signInAs(testApp, 'operator', company)
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, number) => begin(client, turbine, `n${number}`)),
  )
  expect(await countAnswers(answers)).toEqual({
    begun: PARTIAL_UPLOADS_PER_USER,
    too_many_uploads: 80 - PARTIAL_UPLOADS_PER_USER,
  })
  for (const answer of answers) if (!answer.ok) expect(answer.headers.get('Retry-After')).toBe('3600')
  const rows = await testApp.services.db.read.selectFrom('partial_upload').select('id').execute()
  expect(rows).toHaveLength(PARTIAL_UPLOADS_PER_USER)
})

it.skipIf(!canMount)(
  'uploads that several users begin at once are promised no more space than the disk has (skipped if no disk can be mounted)',
  async () => {
    await using disk = await SmallDisk.mount(64)
    await using full = await TestApp.open({ DATA_DIR: disk.path, MAX_FILE_MB: '10' })
    const companyId = await makeCompany(full)
    const at = await makeTurbine(full, { company_id: companyId })
    const clients = await Promise.all([1, 2, 3, 4].map(() => signInAs(full, 'operator', companyId)))
    const length = 10 * MIB
    const mostPossible = Math.floor((await freeBytes(disk.path)) / length)
    const answers = await Promise.all(
      clients.flatMap((client, user) =>
        [1, 2, 3, 4].map((number) => begin(client, at, `user${user}-${number}`, length)),
      ),
    )
    const { begun = 0, storage_full = 0, ...others } = await countAnswers(answers)
    expect(others).toEqual({})
    expect(begun + storage_full).toBe(16)
    expect(begun).toBeLessThanOrEqual(mostPossible)
    // The database may have grown by some MiB meanwhile.
    expect(begun).toBeGreaterThanOrEqual(mostPossible - 1)
  },
)

it('a user who begins or cancels too many uploads in a minute waits, and both are counted alone', async () => {
  const client = await signInAs(testApp, 'operator', company)
  const other = await signInAs(testApp, 'operator', company)
  const { partialUploadLimits } = testApp.services
  const profile = await client.get('/api/auth/profile')
  const { id } = ((await profile.json()) as { user: { id: number } }).user
  const useUp = async (limit: 'begun' | 'cancelled') => {
    const count = () => partialUploadLimits[limit].countRequest(String(id))
    for (;;) if ((await count().catch((error: unknown) => error)) !== undefined) return
  }
  const upload = await UploadInParts.begin(client.send.bind(client), turbine, 'first.jpg', 10)
  const another = await UploadInParts.begin(client.send.bind(client), turbine, 'another.jpg', 10)

  await useUp('begun')
  const before = await testApp.contents()
  const refused = await begin(client, turbine, 'second')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ error: 'too_many_requests' })
  expect(await testApp.contents()).toEqual(before)
  expect((await begin(other, turbine, 'of-another-user')).status).toBe(201)
  expect((await upload.cancel()).status).toBe(204)

  await useUp('cancelled')
  const notCancelled = await another.cancel()
  expect(notCancelled.status).toBe(429)
  expect(Number(notCancelled.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect((await another.offset()).status).toBe(200)
})
