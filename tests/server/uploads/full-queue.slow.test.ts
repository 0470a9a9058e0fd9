import { execFileSync } from 'node:child_process'
import { constants, open } from 'node:fs/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WORK_WAITING_PER_USER_MAX } from '#domain/limits.ts'
import type { Requester } from '#server/infrastructure/work-order.ts'
import { signInAs } from '../../support/accounts.ts'
import { company, operator, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, makeTurbine, pdf, readError, readUpload } from '../../support/builders.ts'

const gone = new AbortController()
let pipe: string
let work: Promise<PromiseSettledResult<unknown>[]>
setUpFarm('file', ['operator'], { env: { MAX_FILES: String(WORK_WAITING_PER_USER_MAX + 10) } })
/** Takes all that one user may have: the workers wait for a file that nobody writes. */
beforeAll(async () => {
  const answer = await operator.get('/api/auth/profile')
  const { user } = (await answer.json()) as { user: { id: number } }
  const requester: Requester = { id: user.id, company_id: company }
  const { images, incoming } = testApp.services
  const folder = await incoming.openFolder()
  pipe = folder.newPath()
  execFileSync('mkfifo', [pipe])
  const order = { requester, priority: 'high', signal: gone.signal } as const
  const all: Promise<unknown>[] = []
  while (images.waiting < WORK_WAITING_PER_USER_MAX) {
    all.push(images.renderFirstPage(pipe, folder.newPath(), order))
  }
  work = Promise.allSettled(all)
})
afterAll(async () => {
  gone.abort()
  await work
})

it('refuses a further upload of a user who has as much waiting as is allowed, and says when to try again', async () => {
  const photo = await operator.upload(turbine, { 'a.jpg': await jpeg() })
  expect(photo.headers.get('Retry-After')).toBe('5')
  expect(await readError(photo)).toEqual([429, 'too_many_requests'])
  const report = await operator.uploadReports(turbine, { 'a.pdf': pdf() })
  expect(await readError(report)).toEqual([429, 'too_many_requests'])
})

/** Ends the work that reads the pipe now: an empty file is no PDF. Then others have their turns. */
async function endRunningWork(): Promise<void> {
  const writer = await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined)
  await writer?.close()
}

it('answers the lists of this user, and gives all others the next turns', async () => {
  expect((await operator.get(`/api/turbines/${turbine}/photos`)).status).toBe(200)
  const colleague = await signInAs(testApp, 'operator', company)
  const stranger = await signInAs(testApp, 'operator', 999)
  const other = await makeTurbine(testApp, { company_id: 999 })
  let isDone = false
  const uploads = Promise.all([
    colleague.upload(turbine, { 'b.jpg': await jpeg() }),
    stranger.upload(other, { 'c.jpg': await jpeg() }),
  ]).finally(() => {
    isDone = true
  })
  while (!isDone) {
    await endRunningWork()
    await turn()
  }
  expect((await uploads).map(({ status }) => status)).toEqual([201, 201])
  expect(testApp.services.images.waiting).toBeGreaterThan(WORK_WAITING_PER_USER_MAX / 2)
})

it('takes more photos in one request than may wait, when the work has left the queue', async () => {
  gone.abort()
  await work
  const picture = await jpeg({ width: 8, height: 8 })
  const count = WORK_WAITING_PER_USER_MAX + 5
  const names = Array.from({ length: count }, (_, index) => `${index}.jpg`)
  const answer = await operator.upload(turbine, Object.fromEntries(names.map((name) => [name, picture])))
  expect((await readUpload(answer)).data).toHaveLength(count)
})
