import { asError } from '#server/infrastructure/errors.ts'
import { AwayError, isAway } from './away.ts'
import type { JobKind, JobServices } from './job-kind.ts'

/** A job in progress. */
export interface BegunJob {
  key: string | null
  payload: unknown
  /** The attempt, from 1. */
  attempt: number
}

/** Runs a job and logs failures. @throws the error of the job; AwayError if the attempt must not count */
export async function runJob(
  services: JobServices,
  kind: JobKind,
  { key, payload, attempt }: BegunJob,
): Promise<void> {
  const { log } = services
  try {
    await kind.run(services, kind.payload.parse(payload))
  } catch (error) {
    const line = { err: error, job: key, attempt }
    if (services.stopping) {
      log.info(line, 'a job stops with the server and will be retried')
      throw new AwayError(asError(error))
    }
    if (isAway(error)) {
      log.info(line, 'a job waits for an outage to end')
      throw new AwayError(error)
    } else if (attempt < kind.maxAttempts) log.warn(line, 'a job failed and will be retried')
    else log.error(line, 'a job failed for the last time')
    throw error
  }
}
