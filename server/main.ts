import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import { flushLog, openLog } from '#server/core/http/log.ts'
import { PAGES_FOLDER, StaticPages } from '#server/core/http/static-pages.ts'
import type { Services } from '#server/features/open-features.ts'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import { type Config, ConfigError, environment, readConfig } from '#server/infrastructure/config.ts'
import { createApp } from '#server/start/app.ts'
import { Connections } from '#server/start/connections.ts'
import { connectionsFor, DESCRIPTORS_WANTED, readDescriptorLimit } from '#server/start/descriptors.ts'
import { runMaintenance } from '#server/start/maintenance.ts'
import { startServer } from '#server/start/start-server.ts'
import { warnOfSimulatedContact } from '#server/start/warn-of-simulated-contact.ts'

const MAINTENANCE_EVERY_MS = 60 * 60 * 1000
const WARN_EVERY_MS = 60 * 1000
/**
 * How long a stop waits for the current maintenance step, and for the database to close, in milliseconds. Both may hang with the network.
 */
const ENDING_MAX_MS = 5000

try {
  await serve(readConfig(environment()))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? sentenceOf(error) : String(error)}\n`)
  process.exit(1)
}

/** Serves the whole product until a signal stops the process. */
async function serve(config: Config): Promise<void> {
  const stopSignal = awaitedLater(firstStopSignal())
  const pages = await StaticPages.read(PAGES_FOLDER)
  const log = openLog(config.logLevel)
  const serving = await unlessStopped(startServer(config, log), stopSignal, config.shutdownMs)
  const { services } = serving
  services.metrics.watchProcess()
  services.eventLoop.watch(config.timeFactor)

  const server = createServer()
  const descriptors = await readDescriptorLimit()
  const connections = new Connections(server, getRequestListener(createApp(services, pages).fetch), {
    stallMs: config.stallMs,
    max: connectionsFor(descriptors),
    isBehindProxy: config.trustProxy > 0,
  })
  warnOfTooManyConnections(server, log)
  await listen(server, config).catch(async (error) => {
    await serving.close()
    throw error
  })
  const { address, port } = server.address() as AddressInfo
  log.info({ address, port, data: config.dataDir }, 'Kanat is listening')
  warnOfSimulatedContact(config, log)
  if (descriptors < DESCRIPTORS_WANTED)
    log.warn(
      { descriptors, connections: server.maxConnections },
      `the limit of open files is low, and so is that of connections; raise it (ulimit -n, LimitNOFILE) to ${DESCRIPTORS_WANTED} or more`,
    )

  let maintenance = awaitedLater(runMaintenance(services))
  const timer = setInterval(() => {
    maintenance = awaitedLater(maintenance.then(() => runMaintenance(services)))
  }, MAINTENANCE_EVERY_MS)
  const stopped = stopSignal.then(async (signal) => {
    log.info({ signal }, 'stopping')
    if (config.drainMs > 0) {
      services.draining = true
      await wait(config.drainMs)
    }
    services.stopping = true
    clearInterval(timer)
    await finishWork(services, connections, maintenance)
    log.info('closing the database')
    await flushLog()
    // No work may begin after this, because the database is closed.
    try {
      await within(ENDING_MAX_MS, serving.close())
      log.info('stopped')
    } catch (error) {
      log.error({ err: error }, 'the database could not be closed; the next start does the rest')
    }
    process.exit()
  })
  stopped.catch((error) => {
    log.error({ err: error }, 'stopping went wrong')
    process.exit(1)
  })
}

/**
 * Resolves with the first stop signal, also during the start. Further signals are ignored: for one Ctrl-C under npm, the process gets two,
 * from the terminal and from npm.
 */
function firstStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, resolve)
  })
}

/**
 * Waits for the start. If a stop signal comes and the start does not end within `ms` milliseconds, such as while another server locks the
 * database, the process exits: the next start does the rest.
 */
async function unlessStopped<T>(start: Promise<T>, stopSignal: Promise<unknown>, ms: number): Promise<T> {
  const stopped = stopSignal.then(async () => {
    await wait(ms, undefined, { ref: false })
    throw new Error(`A stop signal came, and the start has not ended in ${ms / 1000} s.`)
  })
  return Promise.race([start, awaitedLater(stopped)])
}

/** @throws if the work does not end in `ms` milliseconds */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = wait(ms).then(() => {
    throw new Error(`it has not ended in ${ms / 1000} s`)
  })
  await Promise.race([work, awaitedLater(late)])
}

/**
 * Waits for running requests, mails and maintenance within `SHUTDOWN_SECONDS`, then ends them and removes unfinished uploads. It waits for
 * maintenance, because the database cannot be closed completely during its reads.
 */
async function finishWork(
  { config, images, jobs, panoramaTiles, pointClouds, mailer, incoming, log }: Services,
  connections: Connections,
  maintenance: Promise<void>,
): Promise<void> {
  const deadline = performance.now() + config.shutdownMs
  const inTime = (work: Promise<unknown>) =>
    Promise.race([work, wait(Math.max(0, deadline - performance.now()))])
  try {
    // No job begins any more. Running ones may go on as long as requests do.
    const jobsEnded = awaitedLater(jobs.close())
    await connections.close(config.shutdownMs)
    images.close()
    await inTime(jobsEnded)
    await inTime(panoramaTiles.close())
    await inTime(pointClouds.close())
    await mailer.close(Math.max(0, deadline - performance.now()))
    // A kill at any step of maintenance loses nothing.
    await Promise.race([inTime(maintenance), wait(ENDING_MAX_MS)])
    await incoming.empty()
  } catch (error) {
    log.error({ err: error }, 'stopping went wrong')
  }
}

/** At most one line a minute, because there may be thousands of such connections. */
function warnOfTooManyConnections(server: Server, log: Logger): void {
  let warnedAt = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    log.warn({ connections: server.maxConnections }, 'too many connections, so new ones are closed')
  })
}

function listen(server: Server, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
}

function sentenceOf(error: Error): string {
  if (error instanceof ConfigError) return `Kanat cannot start with this configuration.\n${error.message}`
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return 'Kanat cannot start: the port is taken. Set PORT to another one.'
  return `Kanat cannot start. ${error.message}`
}
