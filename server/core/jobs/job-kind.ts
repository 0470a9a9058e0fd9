import type { Logger } from 'pino'
import type * as z from 'zod'

/** The services that running any job needs. A kind says which its own work needs: `JobKind<Payload, Services>`. */
export interface JobServices {
  log: Logger
  /** True once the server stops. */
  readonly stopping: boolean
}

/**
 * A kind of background work after the answer to a request. It survives the end of the process, and any process of the database may run it.
 * A process can be killed, or disconnected, at any moment of a job, which then restarts: `run` must be idempotent.
 */
export interface JobKind<Payload = unknown, Services = JobServices> {
  name: string
  /** The payload of the row, as JSON. Newer code must still accept payloads of the older version. */
  payload: z.ZodType<Payload>
  /** The key of the work within this kind, such as the id of a photo. Added again while it waits, it still runs once. */
  subject(payload: Payload): string
  /** Jobs of one queue run one after the other, across processes. Without a queue, each job is independent. */
  queue?(payload: Payload): string
  /** Among due jobs, the smallest number runs first. The default is 0. */
  priority?(payload: Payload): number
  /** Maximum attempts. After them the job has failed, and stays for the operator until `deleteOldFailed`. */
  maxAttempts: number
  /** Concurrent jobs of this kind in a process. */
  atOnce: number
  /** Without the job's record, it does nothing. @throws to be retried */
  run(services: Services, payload: Payload): Promise<void>
}

/** The key of a job, unique among the jobs of all kinds. */
export function keyOf<Payload>(kind: JobKind<Payload>, payload: Payload): string {
  return `${kind.name} ${kind.subject(payload)}`
}
