import pino from 'pino'
import { OPERATOR_COMPANY_ID } from '#domain/limits.ts'
import { foldName } from '#domain/text/turkish.ts'
import { TurbineDraft } from '#domain/turbine.ts'
import type { Services } from '#server/core/env.ts'
import type { AcceptedPassword } from '#server/features/users/accept-password.ts'
import { insertUser } from '#server/features/users/user-queries.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import { createApp } from '#server/start/app.ts'
import { openServices } from '#server/start/services.ts'
import { userOf } from '../accounts.ts'
import { Api } from '../api.ts'
import { COMPANIES, DEMO_PASSWORD, FORMER_USERS, TURBINES, USERS } from '../demo-data.ts'
import { addActivity } from './fill-activity.ts'
import { addFindingComments, addFindings } from './fill-findings.ts'
import { addInspections } from './fill-inspections.ts'
import { sortNotifications } from './fill-notifications.ts'
import { addPhotos, type Watcher } from './fill-photos.ts'
import { addComments, addReports } from './fill-reports.ts'
import { addVisits } from './fill-visits.ts'

/** The accounts are this old, in milliseconds, so that photos of the last months can be new to their users. */
const ACCOUNT_AGE_MS = 3 * 365 * 24 * 60 * 60 * 1000

/**
 * Fills an empty data folder with the demo: rows by the server's queries, photos, reports and comments through the API
 * itself, so that the server checks and stores them like all others. A server may use the folder as soon as the first company is shown.
 *
 * @param opened called with the API before it is used
 */
export async function fillDemo(
  dataDir: string,
  watcher: Watcher,
  opened: (api: Api) => void = () => {},
): Promise<void> {
  const services = await openServices(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }))
  services.jobs.start(services)
  try {
    await addCompanies(services)
    await addUsers(services)
    const api = new Api(createApp(services))
    opened(api)
    const now = new Date()
    const turbines = await addTurbines(api)
    await addComments(services, api, turbines, now)
    const photos = await addPhotos(services, api, turbines, now, watcher)
    const findings = await addFindings(services, turbines, photos, now)
    await addInspections(services, turbines, now)
    await addFindingComments(services, api, turbines, findings, now)
    await addReports(services, api, turbines, now)
    await addVisits(services, now)
    await sortNotifications(services, now)
    await api.signOut()
    await addActivity(services, now)
  } finally {
    await services.jobs.close()
    await services.db.close()
  }
}

async function addCompanies({ db }: Services): Promise<void> {
  const now = new Date().toISOString()
  const rows = COMPANIES.map((company) => ({
    ...company,
    name_folded: foldName(company.name),
    created_at: now,
    updated_at: now,
  }))
  await db.write.insertInto('company').values(rows).execute()
}

async function addUsers({ db, passwords }: Services): Promise<void> {
  // In sequence, so that the first one becomes user 1, the protected superadmin.
  for (const user of [...USERS, ...FORMER_USERS]) {
    await insertUser(db.write, {
      ...user,
      is_active: USERS.includes(user),
      // The only password set without the check: it is public, in the README.
      password_hash: await passwords.hash(DEMO_PASSWORD as AcceptedPassword),
    })
  }
  const created_at = new Date(Date.now() - ACCOUNT_AGE_MS).toISOString()
  await db.write.updateTable('user').set({ created_at }).execute()
}

/** @returns the turbines' ids by their codes. */
async function addTurbines(api: Api): Promise<Map<string, number>> {
  const { email } = userOf(OPERATOR_COMPANY_ID, 'superadmin')
  const ids = new Map<string, number>()
  for (const turbine of TURBINES) {
    const { data } = await api.post<{ data: { id: number } }>(
      email,
      '/api/turbines',
      TurbineDraft.parse(turbine),
    )
    ids.set(turbine.code, data.id)
  }
  return ids
}
