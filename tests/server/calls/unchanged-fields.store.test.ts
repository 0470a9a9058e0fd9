/** A form sends all fields of a record. Fields with the value that they have already must have no effect. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { OwnAccountChange } from '#domain/access/account.ts'
import { CommentChange } from '#domain/comment.ts'
import { CompanyChange } from '#domain/company.ts'
import { FindingChange } from '#domain/findings/finding.ts'
import { PhotoMeasuringChange } from '#domain/findings/photo-scale.ts'
import { InspectionFields } from '#domain/inspections/inspection.ts'
import { NotificationChoices } from '#domain/notifications.ts'
import { PhotoLook } from '#domain/photo.ts'
import { PhotoMove } from '#domain/pictures/photo-move.ts'
import { type Report, ReportChange } from '#domain/report.ts'
import { TurbineChange } from '#domain/turbine.ts'
import { UserChange } from '#domain/user.ts'
import { makeUser, signIn } from '../../support/accounts.ts'
import { setUpFarm, superadmin, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, pdf, readData } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'

/** Calls that do something whatever their body says. */
const ACTS = [
  'PUT /api/auth/password',
  'PUT /api/first-steps',
  'PUT /api/notifications/read',
  'PUT /api/users/:id/notices',
  'PUT /api/users/:id/password',
  'PUT /api/turbines/:id/visit',
]

setUpFarm('file', ['superadmin'], { jobs: 'wait', fields: { coordinates: '38.42,27.14' } })

let companies = 0

let photos = 0

type Stored = Record<string, unknown>

/** Each call that changes a record: its address, the record before it, and the schema of its body. */
const CALLS: Record<string, { schema: z.ZodObject; make: () => Promise<[address: string, record: Stored]> }> =
  {
    'PUT /api/users/:id': {
      schema: UserChange,
      make: async () => {
        const { id } = await makeUser(testApp)
        const users = await readData<Stored[]>(await superadmin.get('/api/users'))
        return [`/api/users/${id}`, users.find((user) => user.id === id) as Stored]
      },
    },
    'PUT /api/account': {
      schema: OwnAccountChange,
      make: async () => ['/api/account', await readData<Stored>(await superadmin.get('/api/account'))],
    },
    'PUT /api/notifications/choices': {
      schema: NotificationChoices,
      make: async () => {
        const address = '/api/notifications/choices'
        return [address, await readData<Stored>(await superadmin.get(address))]
      },
    },
    'PUT /api/companies/:id': {
      schema: CompanyChange,
      make: async () => {
        const draft = { name: `Poyraz Çığır ${++companies}`, phone: '+90 232 000 00 00', address: 'İzmir' }
        const made = await readData<Stored>(await superadmin.json('POST', '/api/companies', draft))
        return [`/api/companies/${made.id}`, made]
      },
    },
    'PUT /api/turbines/:id': {
      schema: TurbineChange,
      make: async () => {
        const answer = await superadmin.get(`/api/turbines/${turbine}`)
        return [`/api/turbines/${turbine}`, ((await answer.json()) as { turbine: Stored }).turbine]
      },
    },
    'PUT /api/turbines/:id/findings/:findingId': {
      schema: FindingChange,
      make: async () => {
        const values = {
          found_on: '2026-05-11',
          severity: 3,
          positions_m: [4, 4.5],
          text: 'Çığ',
          status: 'monitored',
        }
        const finding = await addFinding(superadmin, turbine, values)
        return [`/api/turbines/${turbine}/findings/${finding.id}`, { ...finding }]
      },
    },
    'PUT /api/turbines/:id/inspections/:year': {
      schema: InspectionFields,
      make: async () => {
        const address = `/api/turbines/${turbine}/inspections/2026`
        const fields = {
          first_day: '2026-05-11',
          last_day: null,
          methods: ['drone'],
          inspector: 'Ada',
          weather: '',
        }
        const saved = await superadmin.json('PUT', address, { ...fields, camera: '', not_seen: '' })
        return [address, await readData<Stored>(saved)]
      },
    },
    'PUT /api/turbines/:id/photos/:photoId/scale': {
      schema: PhotoMeasuringChange,
      make: async () => {
        const [photo] = await readData<Stored[]>(
          await superadmin.upload(turbine, { [`scale-${photos++}.jpg`]: await jpeg() }),
        )
        const address = `/api/turbines/${turbine}/photos/${photo?.id}/scale`
        const scale = { from: [0.1, 0.5], to: [0.6, 0.5], mm: 500 }
        return [address, await readData<Stored>(await superadmin.json('PUT', address, { scale }))]
      },
    },
    'PUT /api/turbines/:id/photos/:photoId/look': {
      schema: PhotoLook,
      make: async () => {
        const [photo] = await readData<Stored[]>(
          await superadmin.upload(turbine, { [`look-${photos++}.jpg`]: await jpeg() }),
        )
        const address = `/api/turbines/${turbine}/photos/${photo?.id}/look`
        return [address, await readData<Stored>(await superadmin.json('PUT', address, { looked: true }))]
      },
    },
    'PUT /api/turbines/:id/photos/place': {
      schema: PhotoMove,
      make: async () => {
        const photo = await superadmin.uploadPhoto(turbine, `place-${photos++}.jpg`, await jpeg())
        return [`/api/turbines/${turbine}/photos/place`, { ...photo, photo_ids: [photo.id] }]
      },
    },
    'PUT /api/turbines/:id/reports/:reportId': {
      schema: ReportChange,
      make: async () => {
        const [report] = await readData<Report[]>(
          await superadmin.uploadReports(turbine, { 'rapor.pdf': pdf() }, { year: '2026' }),
        )
        return [
          `/api/turbines/${turbine}/reports/${report?.id}`,
          { name: report?.original_filename, year: report?.year },
        ]
      },
    },
    'PUT /api/turbines/:id/comments/:commentId': {
      schema: CommentChange,
      make: async () => {
        const path = `/api/turbines/${turbine}/comments`
        const made = await readData<Stored>(await superadmin.json('POST', path, { comment: 'Kök çatlağı' }))
        return [`${path}/${made.id}`, made]
      },
    },
  }

it('knows every call that changes a record', () => {
  const puts = testApp.app.routes.filter(({ method }) => method === 'PUT').map(({ path }) => `PUT ${path}`)
  expect([...new Set(puts)].sort()).toEqual([...Object.keys(CALLS), ...ACTS].sort())
})

/** The texts as somebody else may type them; the server cleans them to the same value. */
const retyped = (value: unknown) =>
  typeof value === 'string' && value !== '' ? ` ${value.normalize('NFD')} ` : value

describe.each(Object.entries(CALLS))('%s', (_, { schema, make }) => {
  it.each([
    ['as they are', (value: unknown) => value],
    ['with spaces and other code points', retyped],
  ])('changes nothing for the fields of the record, sent back %s', async (_, send) => {
    const [address, record] = await make()
    const texts = [
      'first_name',
      'last_name',
      'name',
      'address',
      'text',
      'inspector',
      'comment',
      'city',
      'location',
    ]
    const body = Object.fromEntries(
      Object.keys(schema.shape).map((name) => [
        name,
        texts.includes(name) ? send(record[name]) : record[name],
      ]),
    )
    const before = await testApp.contents()
    const answer = await superadmin.json('PUT', address, body)
    expect([answer.status, await testApp.contents()]).toEqual([200, before])
  })
})

it('neither ends sessions nor sends mails', async () => {
  const account = await makeUser(testApp)
  const client = await signIn(testApp, account)
  const users = await readData<Stored[]>(await superadmin.get('/api/users'))
  const user = users.find(({ id }) => id === account.id) as Stored
  const body = Object.fromEntries(Object.keys(UserChange.shape).map((name) => [name, user[name]]))
  expect((await superadmin.json('PUT', `/api/users/${account.id}`, body)).status).toBe(200)
  expect((await client.get('/api/auth/verify')).status).toBe(200)
  await testApp.services.mailer.close(10_000)
  expect(await readdir(join(testApp.dir, 'outbox')).catch(() => [])).toEqual([])
})
