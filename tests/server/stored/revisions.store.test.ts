/** Two people change one record: the second one learns what the first one has written. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeUser, signInAs } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { makeCompany, makeTurbine, readData } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { EMPTY_INSPECTION } from '../../support/inspection-setup.ts'

let one: Client
let other: Client
setUpApp('file', { jobs: 'wait' })
beforeAll(async () => {
  one = await signInAs(testApp, 'superadmin')
  other = await signInAs(testApp, 'superadmin')
})

type Stored = Record<string, unknown> & { revision: number }

interface Subject {
  /** Makes a record. @returns its address, and the fields that a call must have */
  make: () => Promise<[address: string, needed: object]>
  read: (address: string) => Promise<Stored>
  field: string
}

const readListed = async (list: string, address: string) => {
  const records = await readData<Stored[]>(await one.get(list))
  return records.find(({ id }) => address.endsWith(`/${id}`)) as Stored
}

const SUBJECTS: Record<string, Subject> = {
  'a user': {
    make: async () => [`/api/users/${(await makeUser(testApp)).id}`, {}],
    read: (address) => readListed('/api/users', address),
    field: 'first_name',
  },
  'a company': {
    make: async () => [`/api/companies/${await makeCompany(testApp)}`, {}],
    read: (address) => readListed('/api/companies', address),
    field: 'address',
  },
  'a turbine': {
    make: async () => {
      const id = await makeTurbine(testApp, { company_id: await makeCompany(testApp) })
      return [`/api/turbines/${id}`, { city: 'izmir', code: 'T1', location: 'Karaburun' }]
    },
    read: async (address) => ((await (await one.get(address)).json()) as { turbine: Stored }).turbine,
    field: 'site_name',
  },
  'a finding': {
    make: async () => {
      const turbine = await makeTurbine(testApp, { company_id: await makeCompany(testApp) })
      return [`/api/turbines/${turbine}/findings/${(await addFinding(one, turbine)).id}`, {}]
    },
    read: async (address) => readData<Stored>(await one.get(address)),
    field: 'text',
  },
  'an inspection': {
    make: async () => {
      const turbine = await makeTurbine(testApp, { company_id: await makeCompany(testApp) })
      return [`/api/turbines/${turbine}/inspections/2026`, EMPTY_INSPECTION]
    },
    read: async (address) => readData<Stored>(await one.get(address)),
    field: 'weather',
  },
}

const put = (client: Client, address: string, body: object, revision?: number) =>
  client.json('PUT', address, body, revision === undefined ? {} : { 'If-Match': `"${revision}"` })

describe.each(Object.entries(SUBJECTS))('the revision of %s', (_, { make, read, field }) => {
  it('refuses a change of what somebody else has changed, and says what they have written', async () => {
    const [address, needed] = await make()
    const { revision } = await read(address)
    expect((await put(other, address, { ...needed, [field]: 'theirs' }, revision)).status).toBe(200)
    const before = await testApp.contents()

    const refused = await put(one, address, { ...needed, [field]: 'mine' }, revision)
    expect(refused.status).toBe(409)
    const body = (await refused.json()) as { error: string; data: Stored; authors: object[] }
    expect(body.error).toBe('stale_revision')
    expect(body.data).toEqual(await read(address))
    expect(body.data[field]).toBe('theirs')
    expect(body.authors).toContainEqual({ field, user_name: 'Ada Yel', at: expect.any(String) })
    expect(await testApp.contents()).toEqual(before)

    expect((await put(one, address, { ...needed, [field]: 'mine' }, body.data.revision)).status).toBe(200)
    expect((await read(address))[field]).toBe('mine')
  })

  it('lets a change through that has no revision, that has any, or that was made already', async () => {
    const [address, needed] = await make()
    const { revision } = await read(address)
    expect((await put(one, address, { ...needed, [field]: 'a' })).status).toBe(200)
    expect((await put(one, address, { ...needed, [field]: 'a' }, revision)).status).toBe(200)
    const any = { 'If-Match': '*' }
    expect((await one.json('PUT', address, { ...needed, [field]: 'b' }, any)).status).toBe(200)
    expect((await read(address)).revision).toBeGreaterThan(revision)
  })

  it('lets one of two changes through that come at once', async () => {
    const [address, needed] = await make()
    const { revision } = await read(address)
    const answers = await Promise.all(
      ['x', 'y', 'z'].map((value) => put(one, address, { ...needed, [field]: value }, revision)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('accepts neither a weak tag nor one of another form', async () => {
    const [address, needed] = await make()
    const { revision } = await read(address)
    for (const tag of [`W/"${revision}"`, String(revision), 'x', '']) {
      const answer = await one.json('PUT', address, { ...needed, [field]: `t${tag}` }, { 'If-Match': tag })
      expect(answer.status, tag).toBe(409)
    }
    const long = await one.json(
      'PUT',
      address,
      { ...needed, [field]: 'l' },
      { 'If-Match': '"1",'.repeat(100) },
    )
    expect(long.status).toBe(400)
  })
})
