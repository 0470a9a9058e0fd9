import * as z from 'zod'

/** What an installation is examined for, in this order. A check that does not apply is absent from the answer. */
export const DOCTOR_CHECKS = [
  'mail',
  'address',
  'proxy',
  'backup',
  'disk',
  'clock',
  'database',
  'bucket',
  'files',
  'signing_key',
  'second_factor',
  'contact',
  'load',
  'versions',
] as const
export type DoctorCheck = (typeof DOCTOR_CHECKS)[number]

/** Every problem, with the check that finds it. Those of `/api/health` have the same name there. */
export const DOCTOR_PROBLEMS = {
  mail_not_set: 'mail',
  mail_unreachable: 'mail',
  address_not_https: 'address',
  address_not_built: 'address',
  proxy: 'proxy',
  backup_unknown: 'backup',
  backup_old: 'backup',
  data_folder: 'disk',
  disk_writable: 'disk',
  disk_space: 'disk',
  disk_low: 'disk',
  clock: 'clock',
  clock_differs: 'clock',
  database: 'database',
  bucket: 'bucket',
  installation: 'files',
  sweep: 'files',
  signing_key: 'signing_key',
  second_factor_off: 'second_factor',
  contact_simulated: 'contact',
  event_loop: 'load',
  node_differs: 'versions',
  postgres_old: 'versions',
} as const satisfies Record<string, DoctorCheck>
export type DoctorProblem = keyof typeof DOCTOR_PROBLEMS

/** The result of one check. It never holds a secret. */
export const DoctorEntry = z.object({
  check: z.enum(DOCTOR_CHECKS),
  /** Empty if all is well. */
  problems: z.array(z.enum(Object.keys(DOCTOR_PROBLEMS) as [DoctorProblem, ...DoctorProblem[]])),
  /** What the sentences about the check name, such as the days since the last backup. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type DoctorEntry = z.infer<typeof DoctorEntry>
