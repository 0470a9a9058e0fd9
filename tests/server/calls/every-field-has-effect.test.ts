/** A field that a change accepts has an effect: the answer has the value that was sent. A new field needs a value here. */
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { CommentChange } from '#domain/comment.ts'
import { CompanyChange } from '#domain/company.ts'
import { FindingChange } from '#domain/findings/finding.ts'
import { PhotoMeasuringChange } from '#domain/findings/photo-scale.ts'
import { InspectionFields } from '#domain/inspections/inspection.ts'
import type { Photo } from '#domain/photo.ts'
import { TurbineChange } from '#domain/turbine.ts'
import { UserChange } from '#domain/user.ts'
import { makeUser } from '../../support/accounts.ts'
import { company, setUpFarm, superadmin, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, makeCompany, makeTurbine, readData } from '../../support/builders.ts'
import { addFinding, findingsOf } from '../../support/finding-setup.ts'
import { EMPTY_INSPECTION, inspectionOf } from '../../support/inspection-setup.ts'

setUpFarm('file', ['superadmin'])

type Values = Record<string, unknown>
interface Change {
  schema: z.ZodObject
  /** The address of a new record, the fields that every change needs, and a new value of each field. */
  make: () => Promise<{ address: string; always: Values; values: Values }>
}

const NUMBERS = ['length_mm', 'width_mm', 'area_cm2', 'opening_mm', 'diameter_mm', 'depth_mm', 'count']
const BOX = { on: 'image', kind: 'point', points: [[0.5, 0.5]] }
const MONTHS = [2, 3, 4, 5].map((severity) => [`deadline_${severity}_months`, 7])

const CHANGES: Record<string, Change> = {
  turbine: {
    schema: TurbineChange,
    make: async () => ({
      address: `/api/turbines/${await makeTurbine(testApp, { company_id: company })}`,
      always: { city: 'izmir', code: 'T', location: 'Karaburun' },
      values: {
        turbine_name: 'Poyraz',
        city: 'manisa',
        code: 'U',
        location: 'Soma',
        site_name: 'Tepe',
        rooms: 12,
        coordinates: '38.1,27.2',
        blade_length: 70,
        manufacturer: 'Alp Rüzgâr',
        model: 'R-115',
        serial_number: 'AR-7',
        hub_height: 98.5,
        status: 'faulty',
        company_id: 999,
      },
    }),
  },
  user: {
    schema: UserChange,
    make: async () => ({
      address: `/api/users/${(await makeUser(testApp, { company_id: company })).id}`,
      always: {},
      values: {
        first_name: 'Işıl',
        last_name: 'Su',
        email: 'isil@kanat.example',
        role: 'operator',
        company_id: 999,
        is_active: false,
        email_confirmed: false,
      },
    }),
  },
  company: {
    schema: CompanyChange,
    make: async () => ({
      address: `/api/companies/${await makeCompany(testApp)}`,
      always: {},
      values: {
        name: 'Bora',
        contact_email: 'a@b.example',
        authorized_number: '1',
        phone: '2',
        time_zone: 'Pacific/Auckland',
        address: 'x',
        review_required: true,
        second_factor_required: true,
        links_allowed: true,
        review_days: 3,
        ...Object.fromEntries(MONTHS),
      },
    }),
  },
  comment: {
    schema: CommentChange,
    make: async () => {
      const comments = `/api/turbines/${turbine}/comments`
      const { id } = await readData<{ id: number }>(await superadmin.json('POST', comments, { comment: 'a' }))
      return { address: `${comments}/${id}`, always: {}, values: { comment: 'b' } }
    },
  },
  inspection: {
    schema: InspectionFields,
    make: async () => ({
      address: inspectionOf(turbine, 2026),
      always: { ...EMPTY_INSPECTION, first_day: '2026-05-01' },
      values: {
        first_day: '2026-05-02',
        last_day: '2026-05-03',
        methods: ['rope'],
        inspector: 'Ada',
        weather: 'Açık',
        camera: 'H30T',
        not_seen: 'C',
      },
    }),
  },
  photo: {
    schema: PhotoMeasuringChange,
    make: async () => {
      const [photo] = await readData<Photo[]>(await superadmin.upload(turbine, { 'scale.jpg': await jpeg() }))
      return {
        address: `/api/turbines/${turbine}/photos/${photo?.id}/scale`,
        always: {},
        values: { scale: { from: [0.1, 0.5], to: [0.6, 0.5], mm: 500 } },
      }
    },
  },
  finding: {
    schema: FindingChange,
    make: async () => {
      const upload = async (name: string) =>
        (
          await readData<Photo[]>(
            await superadmin.upload(turbine, { [name]: await jpeg() }, { year: '2026' }),
          )
        )[0]?.id
      const [photo_id, other] = [await upload('a.jpg'), await upload('b.jpg')]
      const earlier = await addFinding(superadmin, turbine, { year: 2025, found_on: '2025-01-01' })
      const { id } = await addFinding(superadmin, turbine, {
        photo_id,
        year: 2026,
        found_on: '2026-06-01',
        from_m: 1,
        to_m: 2,
        due_reason: 'x',
      })
      return {
        address: findingsOf(turbine, `/${id}`),
        always: {},
        values: {
          earlier_id: earlier.id,
          shape: BOX,
          photo_id: other,
          side: 'TE',
          room: '3',
          type: 'oil',
          severity: 3,
          from_m: 1.5,
          to_m: 3,
          positions_m: [4, 5],
          text: 'y',
          status: 'closed',
          found_on: '2026-06-02',
          own_due_on: '2027-01-01',
          due_reason: 'z',
          year: 2025,
          blade: 'B',
          ...Object.fromEntries(NUMBERS.map((name) => [name, 9])),
        },
      }
    },
  },
}

describe.each(Object.entries(CHANGES))('a change of a %s', (_, { schema, make }) => {
  it('answers with the value of each field that was sent', async () => {
    const { address, always, values } = await make()
    expect(Object.keys(values).sort()).toEqual(Object.keys(schema.shape).sort())
    for (const [name, value] of Object.entries(values)) {
      const answer = await superadmin.json('PUT', address, { ...always, [name]: value })
      const { data, turbine: changed } = (await answer.json()) as { data?: Values; turbine?: Values }
      expect([name, answer.status, (data ?? changed)?.[name]]).toEqual([name, 200, value])
    }
  })
})
