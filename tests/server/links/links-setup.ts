import { beforeAll } from 'vitest'
import type { SharedContent } from '#domain/inspections/link.ts'
import type { Photo } from '#domain/photo.ts'
import { type Client, makeVisitor, signInAs } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine, readData } from '../../support/builders.ts'
import { publishInspection } from '../../support/publish-inspection.ts'

export { testApp }

export const YEAR = 2026
export let admin: Client
export let superadmin: Client
export let company: number
export let turbine: number
/** The photo of the published finding. */
export let photo: Photo
/** A photo of the inspection without a finding. */
export let otherPhoto: Photo

let counter = 0
/** Each caller has an address of its own, or the limits would refuse it. */
export const newAddress = () => ({ 'X-Forwarded-For': `10.9.${++counter >> 8}.${counter & 255}` })

/** A company that allows links, with a published inspection of one finding on a photo. */
export function setUpLinks(): void {
  setUpApp('file', { env: { TRUST_PROXY: '1' }, jobs: 'wait' })
  beforeAll(async () => {
    company = await makeCompany(testApp)
    turbine = await makeTurbine(testApp, { company_id: company, turbine_name: 'Rüzgâr 7' })
    admin = await signInAs(testApp, 'admin', company)
    superadmin = await signInAs(testApp, 'superadmin')
    await allowLinks(true)
    const place = { year: String(YEAR), blade: 'A', room: '1' }
    photo = await admin.uploadPhoto(turbine, 'one.jpg', await jpeg(), place)
    otherPhoto = await admin.uploadPhoto(turbine, 'two.jpg', await jpeg(), place)
    await addFinding('Catlak yayinda')
    await publishInspection(admin, turbine, YEAR)
  })
}

export async function addFinding(text: string): Promise<void> {
  const shape = {
    on: 'image',
    kind: 'box',
    points: [
      [0.1, 0.2],
      [0.4, 0.6],
    ],
  }
  const fields = { photo_id: photo.id, shape, side: 'LE', type: 'le-erosion', severity: 4, from_m: 12, text }
  const answer = await admin.json('POST', `/api/turbines/${turbine}/findings`, fields)
  if (!answer.ok) throw new Error(await answer.text())
}

export const allowLinks = (links_allowed: boolean) =>
  superadmin.json('PUT', `/api/companies/${company}`, { links_allowed })

export const addLink = (client: Client, more: object = {}) =>
  client.json('POST', '/api/links', { kind: 'inspection', turbine_id: turbine, year: YEAR, ...more })

interface OpenedLink {
  id: number
  secret: string
  cookie: string
  content: SharedContent
}

export async function makeLink(more: object = {}): Promise<{ id: number; secret: string }> {
  const answer = await addLink(admin, more)
  if (!answer.ok) throw new Error(await answer.text())
  const { data, address } = (await answer.json()) as { data: { id: number }; address: string }
  return { id: data.id, secret: address.split('#')[1] ?? '' }
}

export const open = (secret: string, password?: string, headers = newAddress()) =>
  makeVisitor(testApp).json('POST', '/api/links/open', { secret, ...(password && { password }) }, headers)

export async function openLink(more: object = {}): Promise<OpenedLink> {
  const { id, secret } = await makeLink(more)
  const answer = await open(secret)
  const cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  return { id, secret, cookie, content: await readData<SharedContent>(answer) }
}

/** Asks for something of a link with its cookie. */
export const getOf = ({ id, cookie }: Pick<OpenedLink, 'id' | 'cookie'>, rest = '') =>
  makeVisitor(testApp).get(`/media/links/${id}${rest}`, { Cookie: cookie })
