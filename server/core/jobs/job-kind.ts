import type * as z from 'zod'
import type { Services } from '#server/core/env.ts'

/**
 * A kind of work that goes on after the answer to a request. It survives the end of the process, and any process of the database may do
 * it. A process can be killed, or lose its connection, at any moment of a job, and then the job begins again: `run` must be able to
 * repeat what was done already.
 */
export interface JobKind<Payload = unknown> {
  name: string
  /** What the row of a job has, as JSON. A newer version of the code must still accept jobs of the older one. */
  payload: z.ZodType<Payload>
  /** Which work of this kind it is, such as the id of a photo. If it is added again while it waits, it still runs once. */
  subject(payload: Payload): string
  /** Jobs of one queue run one after the other, in all processes together. Without it, each job is alone. */
  queue?(payload: Payload): string
  /** Of the jobs that may begin, the one with the smallest number is next. Without it, it is 0. */
  priority?(payload: Payload): number
  /** How often a job may begin. Then it has failed, and stays for the operator until `deleteOldFailed`. */
  maxAttempts: number
  /** How many jobs of this kind run at once in a process. */
  atOnce: number
  /** If the record of the job is gone, nothing is to be done. @throws if it shall be tried again */
  run(services: Services, payload: Payload): Promise<void>
}

/** The key of a job, unique among the jobs of all kinds. */
export function keyOf<Payload>(kind: JobKind<Payload>, payload: Payload): string {
  return `${kind.name} ${kind.subject(payload)}`
}
