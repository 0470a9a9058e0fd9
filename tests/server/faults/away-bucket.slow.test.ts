/** A bucket that is away: it refuses connections, or takes them and says nothing. */
import { beforeEach, describe, expect, it } from 'vitest'
import { calls } from '#server/start/app.ts'
import { makeUser, signIn } from '../../support/accounts.ts'
import { bucket, setUpFarm, superadmin, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg } from '../../support/builders.ts'
import { makeRecords } from '../calls/call-records.ts'
import { sendExample } from '../calls/send-example.ts'

let key: string
let id: number
// A request to the bucket has no limit of its own that ends within a test.
setUpFarm('test', ['superadmin'], {
  of: 999,
  inBucket: true,
  env: { TRUST_PROXY: '1', STORE_SECONDS: '600' },
})
beforeEach(async () => {
  ;({ key, id } = await superadmin.uploadPhoto(turbine, 'a.jpg', await jpeg()))
})

async function outcome(call: Promise<Response>) {
  const answer = await call
  const { error } = answer.ok ? {} : ((await answer.json()) as { error?: string })
  return { status: answer.status, error }
}

/** How many calls are sent together. More would wait for each other, and not for the bucket. */
const AT_ONCE = 12
/** Some calls that need files. */
const NEEDS_BUCKET = ['POST /api/turbines/:id/photos', 'POST /api/turbines/:id/reports']

const REFUSED = { status: 503, error: 'store_unavailable' }

describe.each(['hang', 'refuse'] as const)('a bucket that is away (%s)', (fault) => {
  it('gets every call that needs it an answer meanwhile, and calls work again after its return', async () => {
    bucket.faultOf = () => fault
    const original = () => superadmin.get(`/media/${key}`)
    const upload = async (name: string) => superadmin.upload(turbine, { [name]: await jpeg() })
    const archive = () => superadmin.json('POST', `/api/turbines/${turbine}/photos/archives`, { ids: [id] })
    const answers = await Promise.all([original(), upload('b.jpg'), archive()].map(outcome))
    expect(answers).toEqual([REFUSED, REFUSED, REFUSED])
    // What needs only the rows works.
    for (const path of ['photos', `photos/${id}/exif`]) {
      expect(await outcome(superadmin.get(`/api/turbines/${turbine}/${path}`))).toMatchObject({ status: 200 })
    }

    bucket.faultOf = () => undefined
    expect(await outcome(original())).toMatchObject({ status: 200 })
    expect(await outcome(upload('d.jpg'))).toMatchObject({ status: 201 })
  })

  it('is named by the health check meanwhile', async () => {
    bucket.faultOf = () => fault
    const ask = async () => {
      const { checks } = (await (await superadmin.get('/api/health')).json()) as { checks?: string[] }
      return checks
    }
    await expect.poll(ask).toEqual(['bucket'])
  })

  it('gets every call of the contract an answer meanwhile: of its rows, or one that says how long to wait', async () => {
    const account = await makeUser(testApp, { role: 'superadmin', company_id: 999 })
    const records = await makeRecords(testApp, 999, account.id)
    const sender = { testApp, client: await signIn(testApp, account), records }
    // What ends a session or deletes a record comes last, and one after the other.
    const ending = ({ method, path }: { method: string; path: string }) =>
      method === 'DELETE' || path === '/api/auth/logout' || path === '/api/auth/password'
    const others = calls.filter((call) => !ending(call))
    const answers: Awaited<ReturnType<typeof sendExample>>[] = []
    for (let at = 0; at < others.length; at += AT_ONCE) {
      // Each group finds out by itself that the bucket is away.
      bucket.faultOf = () => undefined
      await expect.poll(async () => (await superadmin.get(`/media/${key}`)).status).toBe(200)
      bucket.faultOf = () => fault
      const group = others.slice(at, at + AT_ONCE)
      const send = ({ method, path }: (typeof others)[number], index: number) =>
        sendExample(sender, method, path, at + index)
      answers.push(...(await Promise.all(group.map(send))))
    }
    for (const [index, { method, path }] of calls.filter(ending).entries())
      answers.push(await sendExample(sender, method, path, 1000 + index))
    for (const { name, status, error, retryAfter } of answers) {
      if (status >= 500 && name !== 'GET /api/health')
        expect([name, status, error, Number(retryAfter) > 0]).toEqual([name, 503, 'store_unavailable', true])
    }
    const refused = answers.filter(({ error }) => error === 'store_unavailable')
    expect(refused.map(({ name }) => name)).toEqual(expect.arrayContaining(NEEDS_BUCKET))
    const { text } = await testApp.services.metrics.text()
    expect(text).toContain('kanat_check_success{check="bucket"} 0')
  })
})
