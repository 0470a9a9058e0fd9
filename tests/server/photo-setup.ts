/** A house with an operator, and a new turbine of his company before each test of the file that imports this. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Client, House, makeCompany, makeTurbine, someone } from '../builders.ts'

export let house: House
export let company: number
export let operator: Client
export let turbine: number

beforeAll(async () => {
  house = await House.open({ MAX_FILE_MB: '8', MAX_FILES: '6' })
  company = await makeCompany(house)
  operator = await someone(house, 'operator', company)
})
afterAll(() => house[Symbol.asyncDispose]())
beforeEach(async () => {
  turbine = await makeTurbine(house, { company_id: company })
})
