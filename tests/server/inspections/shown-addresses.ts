/** Everything that a caller can read: the address of every GET, and of every list with every filter. A new call is in it by itself. */
import * as z from 'zod'
import { WAITS_FOR_FILTERS } from '#domain/inspections/state.ts'
import type { Call } from '#server/core/contract/calls.ts'
import { calls } from '#server/start/app.ts'
import { CALL_EXAMPLES } from '../calls/call-examples.ts'
import { PHOTO_SHA256, type Records } from '../calls/call-records.ts'
import { SECRET, YEARS } from './hidden-records.ts'

const ALL_YEARS = Object.values(YEARS).map(String)

/** Values of the parameters of queries that would find what is hidden. A new parameter needs some. */
const FILTERS: Record<string, (records: Records) => (string | number)[]> = {
  blade: () => ['A', 'B'],
  side: () => ['TE'],
  type: () => ['te-split'],
  severity: () => ['5', 'none'],
  severity_min: () => ['4'],
  status: () => ['monitored', 'unsolved'],
  year: () => ALL_YEARS,
  inspection: () => ALL_YEARS,
  due_from: () => ['2020-01-01'],
  due_before: () => ['2040-01-01'],
  overdue: () => ['true', 'false'],
  sightings: () => ['newest', 'all'],
  turbine_id: ({ turbine }) => [turbine.id],
  company_id: ({ company }) => [company.id],
  filter_company_id: ({ company }) => [company.id],
  city: () => ['izmir'],
  order: () => ['due_on', 'severity', 'found_on', 'updated_at', 'turbine'],
  page: () => ['1', '2'],
  q: () => ['b-te', 'a-le', SECRET, '2025'],
  state: () => ['open', 'in_review', 'published'],
  waits_for: () => [...WAITS_FOR_FILTERS],
  limit: () => ['1'],
  cursor: () => ALL_YEARS.map((year) => `${year}-0`),
  view: () => ['all'],
  room: () => ['1'],
  category: () => ['blade'],
  w: () => ['320'],
  pixels: () => ['upright', 'file'],
  file: () => [PHOTO_SHA256],
  // Of the audit log, which only superadmins read.
  user_id: () => ['1'],
  action: () => ['finding.add'],
  record_kind: () => ['finding'],
  record_id: () => ['1'],
  from: () => ['2020-01-01'],
  to: () => ['2040-01-01'],
  // Of the places on blades.
  offset: () => ['0', '1'],
  // Of the notifications.
  unread: () => ['true', 'false'],
  // Of the public register.
  after: () => ['0'],
  sha256: () => [PHOTO_SHA256],
  // Of the mails about inspections.
  token: () => ['x'],
}

export interface Address {
  call: Call
  /** The method and the pattern of the call. */
  name: string
  address: string
}

export const nameOf = ({ method, path }: Call) => `${method} ${path}`

/** The parameters that the query of a call has. */
function parametersOf({ inputs }: Call): string[] {
  return inputs
    .filter(({ target }) => target === 'query')
    .flatMap(({ schema }) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []))
}

const PARAMETERS = [...new Set(calls.filter(({ method }) => method === 'GET').flatMap(parametersOf))]
export const unknownParameters = () => PARAMETERS.filter((name) => !(name in FILTERS))

/** @throws Error if a call has no example */
export function addressOf(call: Call, records: Records): string {
  const example = CALL_EXAMPLES[nameOf(call)]
  if (!example) throw new Error(`${nameOf(call)} has no example.`)
  return example.address?.(records) ?? call.path
}

/** Every address of every GET: as it is, with each filter, and for each year. But not that of the health, which says how busy the machine is, nor those of the register of seals and the audit log, which grow with each publication and download. */
export function addressesOf(records: Records): Address[] {
  return calls
    .filter(
      ({ method, action }) =>
        method === 'GET' && action !== 'health.read' && !['seal.read', 'audit.read'].includes(action),
    )
    .flatMap((call) => {
      const address = addressOf(call, records)
      const filtered = parametersOf(call).flatMap((name) =>
        (FILTERS[name]?.(records) ?? []).map((value) => `${address}?${name}=${encodeURIComponent(value)}`),
      )
      const ofYears = call.path.includes(':year') ? ALL_YEARS.map((year) => ofYear(address, year)) : []
      const all = new Set([address, ...filtered, ...ofYears])
      return [...all].map((each) => ({ call, name: nameOf(call), address: each }))
    })
}

/** The same address for the inspection of another year. */
export function ofYear(address: string, year: number | string): string {
  return address.replace(/(\/inspections\/)\d{4}/, `$1${year}`)
}
