import { rm } from 'node:fs/promises'
import { type Account, makeUser } from '../../support/accounts.ts'
import { makeCompany, makeTurbine } from '../../support/builders.ts'
import { TestApp } from '../../support/test-app.ts'

/** A data folder with two companies, some users and turbines. Disposing it removes the folder. */
export interface Seed extends AsyncDisposable {
  dir: string
  operator: Account
  admin: Account
  customer: Account
  superadmin: Account
}

export async function makeSeed(): Promise<Seed> {
  const testApp = await TestApp.open()
  const bora = await makeCompany(testApp, 'Bora Enerji')
  const lodos = await makeCompany(testApp, 'Lodos Rüzgâr')
  await makeTurbine(testApp, {
    company_id: bora,
    turbine_name: 'Karaburun 4',
    city: 'izmir',
    code: 'KRB-04',
    location: 'Mordoğan',
  })
  await makeTurbine(testApp, { company_id: bora, city: 'ığdır', code: 'IGD-01', location: 'Aralık' })
  await makeTurbine(testApp, {
    company_id: lodos,
    turbine_name: 'Soma 7',
    city: 'manisa',
    code: 'SOM-07',
    location: 'Soma',
  })
  const superadmin = await makeUser(testApp, { role: 'superadmin' })
  const operator = await makeUser(testApp, { role: 'operator', company_id: bora })
  const admin = await makeUser(testApp, { role: 'admin', company_id: bora })
  const customer = await makeUser(testApp, { role: 'customer', company_id: bora })
  await testApp.close()
  const { dir } = testApp
  return {
    dir,
    superadmin,
    operator,
    admin,
    customer,
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true }),
  }
}
