import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DossierJob } from '#domain/inspections/dossier.ts'
import { DOSSIERS_KEPT_PER_USER } from '#domain/limits.ts'
import { ROLES } from '#domain/permissions.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { type Client, makeVisitor, signInAs } from '../../support/accounts.ts'
import { company, operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, makeCompany, readData, readError } from '../../support/builders.ts'
import { awaitDossier, orderDossier, readingWaits, sendDossier } from '../../support/dossier-setup.ts'
import { expectError } from '../../support/expect-error.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { moveInspection, publishWithoutReports } from '../../support/publish-inspection.ts'

const YEAR = 2026
setUpTurbine()

beforeEach(async () => {
  await addFinding(operator, turbine, { severity: 3, year: YEAR })
  await operator.upload(turbine, { 'a.jpg': await jpeg() }, { year: String(YEAR) })
})
afterEach(() => expect.poll(async () => (await testApp.services.jobs.count()).waiting).toBe(0))

describe('who may have it', () => {
  it.each(ROLES)(
    'a %s of the company orders and downloads it, with the session or a bearer',
    async (role) => {
      await publishWithoutReports(operator, turbine, YEAR)
      const client = await signInAs(testApp, role, company)
      const { url } = await orderDossier(client, turbine)
      expect((await client.get(url ?? '')).status).toBe(200)
      expect((await makeVisitor(testApp).get(url ?? '', { Cookie: client.cookie })).status).toBe(200)
      expect(await readError(await makeVisitor(testApp).get(url ?? ''))).toEqual([401, 'unauthenticated'])
    },
  )

  it.each(ROLES.filter((role) => role !== 'superadmin'))(
    'a %s of another company finds nothing',
    async (role) => {
      await publishWithoutReports(operator, turbine, YEAR)
      const { id, url } = await orderDossier(operator, turbine)
      const stranger = await signInAs(testApp, role, await makeCompany(testApp))
      expect(await readError(await sendDossier(stranger, turbine))).toEqual([404, 'turbine_not_found'])
      const job = `/api/turbines/${turbine}/dossier-jobs/${id}`
      expect(await readError(await stranger.get(job))).toEqual([404, 'turbine_not_found'])
      expect(await readError(await stranger.get(url ?? ''))).toEqual([404, 'dossier_job_not_found'])
    },
  )

  it('there is none of a draft: for customers and viewers it is an inspection that does not exist', async () => {
    for (const role of ['customer', 'viewer'] as const) {
      const client = await signInAs(testApp, role, company)
      expect(await readError(await sendDossier(client, turbine))).toEqual([404, 'inspection_not_found'])
      expect(await readError(await sendDossier(client, turbine, {}, 2020))).toEqual([
        404,
        'inspection_not_found',
      ])
    }
    expect(await readError(await sendDossier(operator, turbine))).toEqual([404, 'version_not_found'])
  })

  it('customers no longer find that of a withdrawn version, the team does', async () => {
    await publishWithoutReports(operator, turbine, YEAR)
    const customer = await signInAs(testApp, 'customer', company)
    const { id, url } = await orderDossier(customer, turbine)
    const admin = await signInAs(testApp, 'admin', company)
    await moveInspection(admin, turbine, YEAR, 'withdrawn', 'Test')
    const job = `/api/turbines/${turbine}/dossier-jobs/${id}`
    expect(await readError(await customer.get(job))).toEqual([404, 'dossier_job_not_found'])
    expect(await readError(await customer.get(url ?? ''))).toEqual([404, 'dossier_job_not_found'])
    expect(await readError(await sendDossier(customer, turbine))).toEqual([404, 'inspection_not_found'])
    expect((await operator.get(url ?? '')).status).toBe(200)
  })
})

describe('orders', () => {
  it('take an empty body, and no other fields', async () => {
    await publishWithoutReports(operator, turbine, YEAR)
    const path = `/api/turbines/${turbine}/inspections/${YEAR}/dossier`
    const answer = await operator.send('POST', path)
    expect(answer.status).toBe(202)
    await awaitDossier(operator, turbine, await readData<DossierJob>(answer))
    for (const wrong of [{ photos: 'all' }, { language: 'tr' }])
      expect(await readError(await sendDossier(operator, turbine, wrong))).toEqual([400, 'validation_failed'])
  })

  it('that are finished make room for another one of their user', async () => {
    await publishWithoutReports(operator, turbine, YEAR)
    const oldest = await orderDossier(operator, turbine)
    for (let count = 0; count < DOSSIERS_KEPT_PER_USER; count += 1) await orderDossier(operator, turbine)
    const gone = await operator.get(`/api/turbines/${turbine}/dossier-jobs/${oldest.id}`)
    expect(await readError(gone)).toEqual([404, 'dossier_job_not_found'])
  })

  it('are tried again when the store was away for a moment', async () => {
    await publishWithoutReports(operator, turbine, YEAR)
    const { store } = testApp.services
    const { hash } = store
    store.hash = async () => {
      store.hash = hash
      throw new ApiError('store_unavailable')
    }
    const { id, state } = await orderDossier(operator, turbine)
    const { attempts } = await testApp.services.db.read
      .selectFrom('file_job')
      .select('attempts')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([state, attempts]).toEqual(['done', 2])
  })
})

describe('an order of a version', () => {
  it('is of that version, also of an older one, but not of a withdrawn one or one that is not there', async () => {
    await publishWithoutReports(operator, turbine, YEAR)
    await addFinding(operator, turbine, { severity: 4, year: YEAR })
    await publishWithoutReports(operator, turbine, YEAR)
    expect(await orderDossier(operator, turbine, { version: 1 })).toMatchObject({ state: 'done', version: 1 })
    expect(await orderDossier(operator, turbine, { version: null })).toMatchObject({ version: 2 })
    const admin = await signInAs(testApp, 'admin', company)
    await moveInspection(admin, turbine, YEAR, 'withdrawn', 'Test')
    const customer = await signInAs(testApp, 'customer', company)
    for (const client of [operator, customer])
      for (const version of [2, 3])
        await expectError(sendDossier(client, turbine, { version }), 404, 'version_not_found')
    expect(await orderDossier(customer, turbine, { version: 1 })).toMatchObject({
      state: 'done',
      is_own: true,
    })
  })
})

describe('the list of dossiers', () => {
  const list = async (client: Client) =>
    readData<DossierJob[]>(await client.get(`/api/turbines/${turbine}/dossier-jobs`))

  it('has those that are prepared or not finished, the newest first, for everybody who may see the version', async () => {
    await publishWithoutReports(operator, turbine, YEAR)
    const customer = await signInAs(testApp, 'customer', company)
    const prepared = await orderDossier(customer, turbine)
    await using held = await readingWaits(testApp)
    const waiting = await readData<DossierJob>(
      await sendDossier(operator, turbine, { photos: 'derivatives' }),
    )
    await held.reached
    expect(await list(customer)).toMatchObject([
      { id: waiting.id, state: 'running', url: null, is_own: false },
      { id: prepared.id, state: 'done', url: prepared.url, is_own: true },
    ])
    held.release()
    await awaitDossier(operator, turbine, waiting)
    const admin = await signInAs(testApp, 'admin', company)
    await moveInspection(admin, turbine, YEAR, 'withdrawn', 'Test')
    expect(await list(customer)).toEqual([])
    expect(await list(operator)).toHaveLength(2)
  })

  it('has none that has failed', async () => {
    await publishWithoutReports(operator, turbine, YEAR)
    const { store } = testApp.services
    const { hash } = store
    store.hash = async () => 'missing'
    const { state } = await orderDossier(operator, turbine)
    store.hash = hash
    expect([state, await list(operator)]).toEqual(['failed', []])
  })
})

describe('cancelling', () => {
  const path = ({ id }: { id: number }) => `/api/turbines/${turbine}/dossier-jobs/${id}`

  it('ends the preparation and deletes the order: who has ordered it may, and the team', async () => {
    await publishWithoutReports(operator, turbine, YEAR)
    const [customer, other] = [
      await signInAs(testApp, 'customer', company),
      await signInAs(testApp, 'viewer', company),
    ]
    for (const client of [customer, operator]) {
      await using held = await readingWaits(testApp)
      const order = await readData<DossierJob>(await sendDossier(customer, turbine))
      await held.reached
      expect(await readError(await other.delete(path(order)))).toEqual([403, 'forbidden'])
      const answer = await client.delete(path(order))
      expect([answer.status, await readData<null>(answer)]).toEqual([200, null])
      expect(await readError(await customer.get(path(order)))).toEqual([404, 'dossier_job_not_found'])
      expect(await readError(await client.delete(path(order)))).toEqual([404, 'dossier_job_not_found'])
      held.release()
    }
    expect(await orderDossier(customer, turbine)).toMatchObject({ state: 'done' })
  })
})
