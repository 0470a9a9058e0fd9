/** The bounds of every field that somebody fills in, as the contract says them: the next shorter or longer value is refused. */
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { CommentDraft } from '#domain/comment.ts'
import { CompanyFields } from '#domain/company.ts'
import { ContactMessage } from '#domain/contact.ts'
import { FindingFields } from '#domain/findings/finding.ts'
import { InspectionFields } from '#domain/inspections/inspection.ts'
import { TurbineFields } from '#domain/turbine.ts'
import { Credentials, PasswordDraft, UserFields } from '#domain/user.ts'

type Bounds = Record<string, [least: number, most: number]>

/** The fewest and the most characters. */
const LENGTHS: [name: string, schema: z.ZodObject, bounds: Bounds][] = [
  [
    'turbine',
    TurbineFields,
    { turbine_name: [0, 200], city: [1, 200], code: [1, 200], location: [1, 200], site_name: [0, 200] },
  ],
  ['comment', CommentDraft, { comment: [1, 10_000] }],
  [
    'company',
    CompanyFields,
    { name: [1, 200], authorized_number: [0, 200], phone: [0, 200], address: [0, 1000] },
  ],
  ['message', ContactMessage, { name: [1, 200], phone: [0, 200], subject: [1, 200], message: [1, 5000] }],
  ['finding', FindingFields, { room: [1, 40], type: [1, 40], text: [0, 5000], due_reason: [0, 200] }],
  [
    'inspection',
    InspectionFields,
    { inspector: [0, 200], weather: [0, 200], camera: [0, 200], not_seen: [0, 2000] },
  ],
  ['user', UserFields, { first_name: [1, 100], last_name: [1, 100] }],
  ['new password', PasswordDraft, { password: [6, 1000] }],
  ['sign-in', Credentials, { email: [1, 254], password: [1, 1000] }],
]

/** The smallest and the greatest number. */
const NUMBERS: [name: string, schema: z.ZodObject, bounds: Bounds][] = [
  ['turbine', TurbineFields, { rooms: [1, 1000], company_id: [1, Number.MAX_SAFE_INTEGER] }],
  [
    'company',
    CompanyFields,
    {
      deadline_2_months: [0, 120],
      deadline_3_months: [0, 120],
      deadline_4_months: [0, 120],
      deadline_5_months: [0, 120],
    },
  ],
  [
    'finding',
    FindingFields,
    {
      severity: [1, 5],
      from_m: [0, 200],
      to_m: [0, 200],
      length_mm: [0, 1_000_000],
      width_mm: [0, 1_000_000],
      area_cm2: [0, 1_000_000],
      opening_mm: [0, 1_000_000],
      diameter_mm: [0, 1_000_000],
      depth_mm: [0, 1_000_000],
      count: [0, 100_000],
    },
  ],
]

const accepts = (schema: z.ZodObject, field: string, value: unknown) =>
  (schema.shape[field] as z.ZodType).safeParse(value).success

describe.each(LENGTHS)('the texts of a %s', (_, schema, bounds) => {
  it.each(Object.entries(bounds))('%s', (field, [fewest, most]) => {
    const isAccepted = (length: number) => accepts(schema, field, 'x'.repeat(length))
    expect([fewest, most].map(isAccepted)).toEqual([true, true])
    expect(isAccepted(most + 1)).toBe(false)
    if (fewest > 0) expect(isAccepted(fewest - 1)).toBe(false)
  })
})

describe.each(NUMBERS)('the numbers of a %s', (_, schema, bounds) => {
  it.each(Object.entries(bounds))('%s', (field, [least, greatest]) => {
    const values = [least - 1, least, greatest, greatest + 1]
    expect(values.map((value) => accepts(schema, field, value))).toEqual([false, true, true, false])
  })
})

it('coordinates are degrees', () => {
  const accepted = ['90,180', '-90,-180', '0,0']
  const refused = ['91,0', '-91,0', '90.1,0', '0,181', '0,-181', '0,180.1']
  expect([...accepted, ...refused].filter((text) => accepts(TurbineFields, 'coordinates', text))).toEqual(
    accepted,
  )
})

it('the length of a blade is more than nothing and at most 200 m', () => {
  const isAccepted = (metres: number) => accepts(TurbineFields, 'blade_length', metres)
  expect([0, 0.1, 200, 200.1].map(isAccepted)).toEqual([false, true, true, false])
})

it('a hub is above the ground and at most 300 m high', () => {
  const isAccepted = (metres: number) => accepts(TurbineFields, 'hub_height', metres)
  expect([0, 0.1, 300, 300.1].map(isAccepted)).toEqual([false, true, true, false])
})
