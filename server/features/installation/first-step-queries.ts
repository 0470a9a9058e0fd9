import * as z from 'zod'
import { FirstStep, type FirstSteps } from '#domain/installation/first-steps.ts'
import { OPERATOR_COMPANY_ID } from '#domain/limits.ts'
import { getInstallation } from '#server/features/stored-files/installation-queries.ts'
import type { Config } from '#server/infrastructure/config.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { CONFIGURATION_CHECKS } from './configuration-checks.ts'
import { MACHINE_CHECKS } from './machine-checks.ts'

const Stored = z.array(FirstStep).catch([])

/** The steps whose records and settings exist, and those that were skipped. */
export async function getFirstSteps(db: Reader, config: Config): Promise<FirstSteps> {
  const { skipped_steps } = await getInstallation(db)
  const [company, [turbine], photo, users, hasSettings] = await Promise.all([
    db.selectFrom('company').select('id').where('id', '!=', OPERATOR_COMPANY_ID).limit(1).execute(),
    db.selectFrom('turbine').select('id').orderBy('id').limit(1).execute(),
    db.selectFrom('photo').select('id').limit(1).execute(),
    // The first one is who sets up the installation.
    db.selectFrom('user').select('id').limit(2).execute(),
    isSetUp(config),
  ])
  const isDone: Record<FirstStep, boolean> = {
    company: company.length > 0,
    turbines: turbine !== undefined,
    people: users.length > 1,
    photos: photo.length > 0,
    settings: hasSettings,
  }
  return {
    done: FirstStep.options.filter((step) => isDone[step]),
    skipped: Stored.parse(JSON.parse(skipped_steps)),
    turbine_id: turbine?.id ?? null,
  }
}

/** Remembers for all superadmins which steps are skipped. */
export async function setSkippedSteps(transaction: Writer, skipped: readonly FirstStep[]): Promise<void> {
  const skipped_steps = JSON.stringify([...new Set(skipped)])
  await transaction.updateTable('installation').set({ skipped_steps }).execute()
}

/** True if mail, address and backup are set. The doctor says whether they work. */
async function isSetUp(config: Config): Promise<boolean> {
  if (config.smtpUrl === undefined) return false
  const findings = await Promise.all([CONFIGURATION_CHECKS.address(config), MACHINE_CHECKS.backup(config)])
  return findings.every(({ problems }) => problems.length === 0)
}
