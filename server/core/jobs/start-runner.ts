import { type Runner, Logger as RunnerLogger, type RunnerOptions, run } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Services } from '#server/core/env.ts'
import type { JobKind } from './job-kind.ts'
import { runJob } from './run-job.ts'

/** How often to look for jobs whose pause is over, in milliseconds. An idle server does little else. */
const POLL_EVERY_MS = 3000

/**
 * Starts to run the jobs of a kind. Each kind has a runner of its own, so that many jobs of one kind do not delay the others.
 *
 * @param beforeFirstJob called with the id under which the runner locks its jobs
 */
export function startRunner(
  pgPool: NonNullable<RunnerOptions['pgPool']>,
  services: Services,
  kind: JobKind,
  beforeFirstJob: (id: string) => Promise<void>,
): Promise<Runner> {
  return run({
    pgPool,
    concurrency: kind.atOnce,
    // New jobs are announced, so this is only for those whose pause is over.
    pollInterval: POLL_EVERY_MS,
    noHandleSignals: true,
    parsedCronItems: [],
    logger: loggerOver(services.log),
    taskList: {
      [kind.name]: (payload, { job }) =>
        runJob(services, kind, { key: job.key, payload, attempt: job.attempts }),
    },
    preset: {
      plugins: [
        {
          name: 'kanat',
          version: '1.0.0',
          worker: { hooks: { startWorker: (_, { worker }) => beforeFirstJob(worker.workerPool.id) } },
        },
      ],
    },
  })
}

/** `runJob` logs the jobs. What else the runner says matters only if it is an error. */
function loggerOver(log: Logger): RunnerLogger {
  return new RunnerLogger(() => (level, message, { failure, error }) => {
    const isError = level === 'error' && failure !== true
    log[isError ? 'warn' : 'debug']({ err: error }, `jobs: ${message}`)
  })
}
