import { rm } from 'node:fs/promises'
import { type Account, House, makeCompany, makeTurbine, makeUser } from '../builders.ts'

/** A data folder with two companies, some users and turbines. Disposing it removes the folder. */
export interface Seed extends AsyncDisposable {
  dir: string
  operator: Account
  admin: Account
  customer: Account
  superadmin: Account
}

export async function makeSeed(): Promise<Seed> {
  const house = await House.open()
  const bora = await makeCompany(house, 'Bora Enerji')
  const lodos = await makeCompany(house, 'Lodos Rüzgâr')
  await makeTurbine(house, {
    company_id: bora,
    turbine_name: 'Karaburun 4',
    city: 'izmir',
    code: 'KRB-04',
    location: 'Mordoğan',
  })
  await makeTurbine(house, { company_id: bora, city: 'ığdır', code: 'IGD-01', location: 'Aralık' })
  await makeTurbine(house, {
    company_id: lodos,
    turbine_name: 'Soma 7',
    city: 'manisa',
    code: 'SOM-07',
    location: 'Soma',
  })
  const superadmin = await makeUser(house, { role: 'superadmin' })
  const operator = await makeUser(house, { role: 'operator', company_id: bora })
  const admin = await makeUser(house, { role: 'admin', company_id: bora })
  const customer = await makeUser(house, { role: 'customer', company_id: bora })
  await house.close()
  const { dir } = house
  return {
    ...{ dir, superadmin, operator, admin, customer },
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true }),
  }
}
