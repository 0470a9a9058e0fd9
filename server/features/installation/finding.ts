import type { DoctorProblem } from '#domain/installation/doctor.ts'

/** What a check finds; no problem means that all is well. */
export interface Finding {
  problems: DoctorProblem[]
  values?: Record<string, string | number>
}
