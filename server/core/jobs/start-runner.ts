import {
  type JobHelpers,
  type Runner,
  Logger as RunnerLogger,
  type RunnerOptions,
  run,
} from 'graphile-worker'
import type { Logger } from 'pino'
import { AWAY_PAUSE_MS, AwayError } from './away.ts'
import type { JobKind, JobServices } from './job-kind.ts'
import { runJob } from './run-job.ts'

/** Interval of searches for jobs whose pause is over, in milliseconds. An idle server does little else. */
const POLL_EVERY_MS = 10_000

/**
 * Starts to run the jobs of a kind. Each kind has its own runner, so that many jobs of one kind do not delay the others.
 *
 * @param beforeFirstJob called with the id under which the runner locks its jobs
 * @param isClosing true once no job may begin here. A stopping runner may still take one, which then goes back.
 */
export function startRunner(
  pgPool: NonNullable<RunnerOptions['pgPool']>,
  services: JobServices,
  kind: JobKind,
  beforeFirstJob: (id: string) => Promise<void>,
  isClosing: () => boolean,
): Promise<Runner> {
  return run({
    pgPool,
    concurrency: kind.atOnce,
    // New jobs are announced, so this only finds those whose pause is over.
    pollInterval: POLL_EVERY_MS,
    noHandleSignals: true,
    parsedCronItems: [],
    logger: loggerOver(services.log),
    taskList: {
      [kind.name]: async (payload, helpers) => {
        const { job } = helpers
        if (isClosing()) return addAgain(helpers, kind, payload, 0)
        try {
          await runJob(services, kind, { key: job.key, payload, attempt: job.attempts })
        } catch (error) {
          if (!(error instanceof AwayError)) throw error
          await addAgain(helpers, kind, payload, AWAY_PAUSE_MS)
        }
        await refuseIfTakenOver(helpers)
      },
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

/** Replaces this attempt of a job by one after a pause. It does not count. */
async function addAgain(
  { job, addJob }: JobHelpers,
  kind: JobKind,
  payload: unknown,
  pauseMs: number,
): Promise<void> {
  await addJob(kind.name, payload, {
    ...(job.key !== null && { jobKey: job.key }),
    ...(kind.queue && { queueName: kind.queue(payload) }),
    priority: job.priority,
    maxAttempts: kind.maxAttempts,
    runAt: new Date(Date.now() + pauseMs),
  })
}

/**
 * Another process takes over a job after a disconnection of this one. graphile-worker would then delete the job running there and leave its
 * queue locked for four hours. After an error this changes only its own locks.
 *
 * @throws Error if its runner has lost the lock of the job
 */
async function refuseIfTakenOver({ job, query }: JobHelpers): Promise<void> {
  const { rows } = await query('select from graphile_worker.jobs where id = $1 and locked_by = $2', [
    job.id,
    job.locked_by,
  ])
  if (rows.length === 0) throw new Error('Another process has taken over the job.')
}

/** `runJob` logs the jobs. Of the runner's own messages only errors matter. */
function loggerOver(log: Logger): RunnerLogger {
  return new RunnerLogger(() => (level, message, { failure, error }) => {
    const isError = level === 'error' && failure !== true
    log[isError ? 'warn' : 'debug']({ err: error }, `jobs: ${message}`)
  })
}
