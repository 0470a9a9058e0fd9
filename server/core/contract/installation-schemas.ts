import { DoctorEntry } from '#domain/installation/doctor.ts'
import { FirstSteps, SkippedSteps } from '#domain/installation/first-steps.ts'
import { type Named, named } from './named-schema.ts'

/** The named schemas of answers about the installation, with examples. */
export const INSTALLATION_ANSWERS: Named[] = [
  named('DoctorEntry', DoctorEntry, { check: 'backup', problems: ['backup_old'], values: { days: 9 } }),
  named('FirstSteps', FirstSteps, { done: ['company', 'turbines'], skipped: ['people'], turbine_id: 41 }),
]

export const INSTALLATION_BODIES: Named[] = [named('SkippedSteps', SkippedSteps, { skipped: ['people'] })]
