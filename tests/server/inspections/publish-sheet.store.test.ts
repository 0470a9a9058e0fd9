/** Publishing says what it changes and what was not reviewed, and asks for a reason: the sheet and the transition ask the same function. */
import { describe, expect, it } from 'vitest'
import type { PublishSheet } from '#domain/inspections/publish-sheet.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { SealedDocument } from '#server/features/inspections/releases/sealed-document.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import { company, customer, manager, operator, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, readData, readError } from '../../support/builders.ts'
import { addFinding, findingsOf } from '../../support/finding-setup.ts'
import { inspectionOf, saveInspection } from '../../support/inspection-setup.ts'
import { moveInspection } from '../../support/publish-inspection.ts'

const YEAR = 2026

setUpFarm('test', ['operator', 'company_manager', 'customer'], { jobs: 'wait' })

const path = (rest: string) => inspectionOf(turbine, YEAR, rest)
const readSheet = async (client: Client = operator) =>
  readData<PublishSheet>(await client.get(path('/publish-sheet')))
const publish = (reason = '') => moveInspection(operator, turbine, YEAR, 'published', reason)
const sealed = async (version: number) =>
  (await (await operator.get(path(`/versions/${version}`))).json()) as SealedDocument
const readTurbine = async () =>
  ((await (await operator.get(`/api/turbines/${turbine}`)).json()) as { turbine: Turbine }).turbine
const decide = (ids: number[], decision = 'accepted') =>
  manager.json('POST', path('/reviews'), { decision, finding_ids: ids })

/** The refusal of a publication without a reason names exactly what the sheet lists. */
async function expectMissing(missing: string[]): Promise<void> {
  expect((await readSheet()).missing).toEqual(missing)
  const answer = await publish()
  if (missing.length === 0) return expect(answer.status).toBe(200)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: 'reason_required', missing })
}

describe('the sheet', () => {
  it('says what changes for customers, what is not reviewed, and who will be told', async () => {
    const photo = await operator.uploadPhoto(turbine, 'a.jpg', await jpeg(), { year: String(YEAR) })
    await operator.uploadPhoto(turbine, 'b.jpg', await jpeg(), { year: String(YEAR) })
    const first = await addFinding(operator, turbine, { severity: 3, year: YEAR, photo_id: photo.id })
    await addFinding(operator, turbine, { severity: 2, year: YEAR, from_m: 12, status: 'repaired' })
    expect(await readSheet()).toMatchObject({
      version: 1,
      letter: { before: 'not_inspected', after: 'C' },
      findings: 2,
      added: 2,
      changed: 0,
      removed: 0,
      solved: 1,
      undecided: null,
      photos: 2,
      unlooked: 1,
      without_distance: 1,
      told: { count: 2 },
      missing: ['unlooked'],
    })
    await publish('Sis vardı.')
    await operator.json('PUT', findingsOf(turbine, `/${first.id}`), { severity: 5 })
    const after = await readSheet()
    expect(after).toMatchObject({
      version: 2,
      letter: { before: 'C', after: 'E' },
      added: 0,
      changed: 1,
      missing: ['further_version'],
    })
    expect(after.severities.find(({ severity }) => severity === 5)).toEqual({ severity: 5, count: 1 })
    expect(after.rooms - after.rooms_without_photos).toBe(1)
  })

  it('has the letter that the turbine has afterwards, whatever other years say', async () => {
    const old = await addFinding(operator, turbine, { severity: 4, year: 2025, found_on: '2025-05-01' })
    await moveInspection(operator, turbine, 2025, 'published')
    await addFinding(operator, turbine, {
      severity: 2,
      year: YEAR,
      found_on: '2026-05-01',
      earlier_id: old.id,
    })
    const { letter } = await readSheet()
    await publish()
    expect([letter.before, letter.after]).toEqual(['D', (await readTurbine()).state])
  })

  it('has the letter of the other years when nothing of this one is left', async () => {
    const { id } = await addFinding(operator, turbine, { severity: 4, year: YEAR })
    expect((await publish('Fotoğrafsız.')).status).toBe(200)
    await operator.delete(findingsOf(turbine, `/${id}`))
    expect((await readSheet()).letter).toEqual({ before: 'D', after: 'not_inspected' })
    expect((await publish('Yanlış türbin.')).status).toBe(200)
    expect(await readTurbine()).toMatchObject({ state: 'not_inspected' })
  })

  it('counts as mailed only who gets a mail', async () => {
    await addFinding(operator, turbine, { severity: 3, year: YEAR })
    const { told } = await readSheet()
    expect(told).toMatchObject({ mailed: 0 })
    expect(told.count).toBeGreaterThan(0)
  })

  it('is what is published: what was marked, changed, looked at or decided since is refused, and said', async () => {
    const photo = await operator.uploadPhoto(turbine, 'a.jpg', await jpeg(), { year: String(YEAR) })
    const finding = await addFinding(operator, turbine, { severity: 2, year: YEAR })
    const send = async (fingerprint: string) => {
      const { revision } = await readData<{ revision: number }>(await operator.get(path('')))
      const draft = { to: 'published', revision, reason: 'Acil.', fingerprint }
      return operator.json('POST', path('/transitions'), draft)
    }
    const changes = [
      () => addFinding(operator, turbine, { severity: 5, side: 'TE', year: YEAR }),
      () => operator.json('PUT', findingsOf(turbine, `/${finding.id}`), { severity: 3 }),
      () => operator.json('PUT', `/api/turbines/${turbine}/photos/${photo.id}/look`, { looked: true }),
      () => decide([finding.id]),
    ]
    for (const change of changes) {
      const { fingerprint } = await readSheet()
      await change()
      const answer = await send(fingerprint)
      expect(await answer.json()).toMatchObject({ error: 'stale_revision', data: { state: 'open' } })
    }
    expect((await send((await readSheet()).fingerprint)).status).toBe(200)
  })

  it('is for the team', async () => {
    await addFinding(operator, turbine, { severity: 3, year: YEAR })
    expect((await customer.get(path('/publish-sheet'))).status).toBe(403)
    expect(await readError(await operator.get(inspectionOf(turbine, 2020, '/publish-sheet')))).toEqual([
      404,
      'inspection_not_found',
    ])
  })
})

describe('a reason is asked', () => {
  it('for undecided findings once the inspection was in the review, and stands in the version', async () => {
    const [one, other] = [
      await addFinding(operator, turbine, { severity: 3, year: YEAR }),
      await addFinding(operator, turbine, { severity: 2, year: YEAR }),
    ]
    expect((await readSheet()).missing).toEqual([])
    await moveInspection(operator, turbine, YEAR, 'in_review')
    await decide([one.id])
    await expectMissing(['undecided'])
    expect(await readSheet()).toMatchObject({ undecided: 1, findings: 2 })
    expect((await publish('Acil onarım.')).status).toBe(200)
    expect(await sealed(1)).toMatchObject({ undecided: 1, reason: 'Acil onarım.' })
    await operator.json('PUT', findingsOf(turbine, `/${one.id}`), { severity: 4 })
    await decide([one.id, other.id])
    await expectMissing(['further_version'])
  })

  it('for undecided findings where a review is required', async () => {
    const superadmin = await signInAs(testApp, 'superadmin')
    await superadmin.json('PUT', `/api/companies/${company}`, { review_required: true })
    await addFinding(operator, turbine, { severity: 3, year: YEAR })
    await moveInspection(operator, turbine, YEAR, 'in_review')
    const answer = await moveInspection(manager, turbine, YEAR, 'published')
    expect(await answer.json()).toMatchObject({ error: 'reason_required', missing: ['undecided'] })
    expect((await moveInspection(manager, turbine, YEAR, 'published', 'Acil.')).status).toBe(200)
  })

  it('not for undecided findings where nobody reviews, nor once all are decided', async () => {
    const { id } = await addFinding(operator, turbine, { severity: 3, year: YEAR })
    await moveInspection(operator, turbine, YEAR, 'in_review')
    await decide([id])
    await expectMissing([])
    expect((await sealed(1)).undecided).toBe(0)
  })

  it('for an inspection of nothing, whose turbine stays without a letter', async () => {
    await saveInspection(operator, turbine, { inspector: 'Ada Yel' }, YEAR)
    await expectMissing(['nothing_inspected'])
    expect((await readSheet()).letter).toEqual({ before: 'not_inspected', after: 'not_inspected' })
    expect((await publish('Türbin bakımdaydı.')).status).toBe(200)
    expect(await readTurbine()).toMatchObject({ state: 'not_inspected', state_year: null })
    expect((await sealed(1)).reason).toBe('Türbin bakımdaydı.')
  })

  it('for photos that came after the publication and that nobody has looked at, beside that of the further version', async () => {
    await addFinding(operator, turbine, { severity: 3, year: YEAR })
    await publish()
    await operator.uploadPhoto(turbine, 'a.jpg', await jpeg(), { year: String(YEAR) })
    await expectMissing(['unlooked', 'further_version'])
    expect((await publish('İkinci uçuş.')).status).toBe(200)
    expect((await sealed(2)).unlooked_reason).toBe('İkinci uçuş.')
  })
})
