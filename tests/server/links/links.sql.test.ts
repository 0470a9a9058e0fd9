import { describe, expect, it } from 'vitest'
import type { Link } from '#domain/inspections/link.ts'
import { LINK_DAYS_MAX, LINK_PLACES_MAX } from '#domain/limits.ts'
import { signInAs } from '../../support/accounts.ts'
import { makeCompany, pdf, readData, readError } from '../../support/builders.ts'
import { moveInspection, publishInspection } from '../../support/publish-inspection.ts'
import {
  addFinding,
  addLink,
  admin,
  allowLinks,
  company,
  getOf,
  makeLink,
  newAddress,
  open,
  openLink,
  otherPhoto,
  photo,
  setUpLinks,
  superadmin,
  testApp,
  turbine,
  YEAR,
} from './links-setup.ts'

setUpLinks()

const ENDED = [404, 'link_not_found']
const statusOf = async (answer: Promise<Response>) => (await answer).status

describe('adding a link', () => {
  it('answers the address once; no list and no row has its secret', async () => {
    const { id, secret } = await makeLink()
    expect(secret).toHaveLength(32)
    const listed = await (await admin.get(`/api/links?turbine_id=${turbine}`)).text()
    expect(JSON.parse(listed).data[0]).toMatchObject({ id, opened: 0, user_name: 'Ada Yel' })
    expect(listed).not.toContain(secret)
    expect(await testApp.storedText()).not.toContain(secret)
  })

  it('names the page in the language of its author, and lasts at most 90 days', async () => {
    const body = { kind: 'inspection', turbine_id: turbine, year: YEAR }
    const answer = await admin.json('POST', '/api/links', body, { 'Accept-Language': 'en' })
    expect(await answer.json()).toMatchObject({ address: expect.stringMatching(/\/en\/s#[\w-]{32}$/) })
    expect(await statusOf(addLink(admin, { days: LINK_DAYS_MAX + 1 }))).toBe(400)
  })

  it('is for managers of the company only; another company finds neither the turbine nor the link', async () => {
    const foreign = await signInAs(testApp, 'admin', await makeCompany(testApp))
    const { id } = await makeLink()
    expect(await readError(await addLink(foreign))).toEqual([404, 'turbine_not_found'])
    expect(await readError(await foreign.delete(`/api/links/${id}`))).toEqual(ENDED)
    expect(await readData<Link[]>(await foreign.get('/api/links'))).toEqual([])
    for (const role of ['operator', 'customer', 'viewer'] as const)
      expect(await readError(await addLink(await signInAs(testApp, role, company)))).toEqual([
        403,
        'forbidden',
      ])
    expect(await statusOf(addLink(await signInAs(testApp, 'company_manager', company)))).toBe(201)
  })

  it('needs a published inspection or report', async () => {
    expect(await readError(await addLink(admin, { year: 2020 }))).toEqual([404, 'version_not_found'])
    const draft = { kind: 'report', turbine_id: turbine, report_id: 999 }
    expect(await readError(await admin.json('POST', '/api/links', draft))).toEqual([404, 'report_not_found'])
  })
})

describe('what a link shows', () => {
  it('is the newest published version: nothing of a draft, no remarks, no names', async () => {
    const link = await openLink()
    await addFinding('Taslak gizli')
    await admin.json('POST', `/api/turbines/${turbine}/comments`, { comment: 'Ekip notu', audience: 'team' })
    const text = await (await getOf(link)).text()
    expect(link.content).toMatchObject({ turbine_name: 'Rüzgâr 7', year: YEAR, state: 'D' })
    expect(link.content.findings).toMatchObject([{ text: 'Catlak yayinda', photo: { id: photo.id } }])
    expect(text).toContain('Catlak yayinda')
    for (const hidden of ['Taslak gizli', 'Ekip notu', 'Ada', 'Yel', '@']) expect(text).not.toContain(hidden)
    await publishInspection(admin, turbine, YEAR)
    expect(await (await getOf(link)).text()).toContain('Taslak gizli')
  })

  it('has the derivatives of the photos of its findings, and the originals only if they are ticked', async () => {
    const link = await openLink()
    const address = `/photos/${photo.id}`
    const answer = await getOf(link, `${address}?w=1280`)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-cache',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(await readError(await getOf(link, address))).toEqual([404, 'photo_not_found'])
    expect(await readError(await getOf(link, `/photos/${otherPhoto.id}?w=320`))).toEqual([
      404,
      'photo_not_found',
    ])
    expect(await statusOf(getOf(await openLink({ originals: true }), address))).toBe(200)
  })

  it('is one report, without the inspection', async () => {
    const uploaded = await admin.uploadReports(turbine, { 'a.pdf': pdf(), 'b.pdf': pdf() })
    const [one, other] = (await readData<{ id: number }[]>(uploaded)).map(({ id }) => id)
    const link = await openLink({ kind: 'report', report_id: one, year: undefined })
    expect(link.content).toMatchObject({ kind: 'report', state: null, findings: [], reports: [{ id: one }] })
    const answer = await getOf(link, `/reports/${one}`)
    expect([answer.status, answer.headers.get('Content-Disposition')]).toEqual([
      200,
      'attachment; filename="a.pdf"',
    ])
    for (const rest of [`/reports/${other}`, `/photos/${photo.id}?w=320`])
      expect(await statusOf(getOf(link, rest))).toBe(404)
    await admin.delete(`/api/turbines/${turbine}/reports/${one}`)
    expect(await readError(await getOf(link))).toEqual(ENDED)
  })
})

describe('the end of a link', () => {
  const file = () => `/photos/${photo.id}?w=320`

  it.each<[string, (id: number) => Promise<unknown>, (() => Promise<unknown>)?]>([
    ['a revocation', (id) => admin.delete(`/api/links/${id}`)],
    ['its expiry', (id) => testApp.edit('link', id, { expires_at: new Date(Date.now() - 1).toISOString() })],
    [
      'another company of its turbine',
      async () => testApp.edit('turbine', turbine, { company_id: await makeCompany(testApp) }),
      () => testApp.edit('turbine', turbine, { company_id: company }),
    ],
    ['the withdrawal of all versions', () => withdrawAll(), () => publishInspection(admin, turbine, YEAR)],
    ['the choice of the company', () => allowLinks(false), () => allowLinks(true)],
  ])('comes with the next request after %s, for content, files and opening alike', async (_, end, undo) => {
    const link = await openLink()
    expect(await statusOf(getOf(link, file()))).toBe(200)
    await end(link.id)
    for (const rest of ['', file()]) expect(await readError(await getOf(link, rest))).toEqual(ENDED)
    expect(await (await open(link.secret)).text()).toBe(await (await open('x'.repeat(32))).text())
    await undo?.()
  })

  it('is for good when the company allows links again', async () => {
    const link = await openLink()
    await allowLinks(false)
    expect(await readError(await addLink(admin))).toEqual([403, 'links_not_allowed'])
    await allowLinks(true)
    expect(await readError(await open(link.secret))).toEqual(ENDED)
  })

  async function withdrawAll(): Promise<void> {
    while ((await moveInspection(superadmin, turbine, YEAR, 'withdrawn', 'Test')).ok);
  }
})

describe('opening a link', () => {
  it('sets a cookie for this link only, which opens no other one', async () => {
    const { id, secret } = await makeLink()
    const cookie = (await open(secret)).headers.get('Set-Cookie') ?? ''
    expect(cookie).toMatch(new RegExp(`^link=[\\w.-]+; Path=/media/links/${id}; HttpOnly; SameSite=Strict$`))
    const other = await openLink()
    const [value = ''] = cookie.split(';')
    expect(await readError(await getOf({ id: other.id, cookie: value }))).toEqual(ENDED)
    expect(await readError(await getOf({ id, cookie: `link=${secret}.x` }))).toEqual(ENDED)
  })

  it('asks for the password, and the secret alone makes no cookie', async () => {
    const link = await openLink()
    const { id, secret } = await makeLink({ password: 'yelkovan-9' })
    expect(await readError(await open(secret))).toEqual([401, 'link_password_required'])
    expect(await readError(await open(secret, 'poyraz-34'))).toEqual([401, 'link_password_wrong'])
    const proof = link.cookie.split('.')[1]
    expect(await readError(await getOf({ id, cookie: `link=${secret}.${proof}` }))).toEqual(ENDED)
    const right = await open(secret, 'yelkovan-9')
    const cookie = right.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    expect([right.status, await statusOf(getOf({ id, cookie }))]).toEqual([200, 200])
  })

  it('ends a flood of guesses at a password from all places, and of one place at secrets', async () => {
    const { secret } = await makeLink({ password: 'yelkovan-9' })
    const guesses = await Promise.all(Array.from({ length: 25 }, () => open(secret, 'poyraz-34')))
    const last = await open(secret, 'yelkovan-9')
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(20)
    expect([last.status, Number(last.headers.get('Retry-After')) > 0]).toEqual([429, true])
    const place = newAddress()
    for (let n = 0; n < 60; n += 1) await open(`guess-${n}`, undefined, place)
    const refused = await open((await makeLink()).secret, undefined, place)
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true])
  })

  it('counts openings, and audits the first one of each place, of which it keeps some', async () => {
    const { id, secret } = await makeLink()
    const place = newAddress()
    for (const from of [place, place, newAddress()]) await open(secret, undefined, from)
    const [link] = await readData<Link[]>(await admin.get('/api/links'))
    expect(link).toMatchObject({ id, opened: 3, last_opened_at: expect.any(String) })
    expect(link?.places).toHaveLength(2)
    const entries = await superadmin.get(`/api/audit?record_kind=link&record_id=${id}`)
    const actions = (await readData<{ action: string }[]>(entries)).map(({ action }) => action)
    expect(actions).toEqual(['link.open', 'link.open', 'link.add'])
    const places = Array.from({ length: LINK_PLACES_MAX }, (_, n) => `10.1.1.${n}`)
    await testApp.edit('link', id, { places: JSON.stringify(places) })
    await open(secret)
    expect((await readData<Link[]>(await admin.get('/api/links')))[0]?.places).toEqual(places)
  })
})
