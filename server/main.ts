import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { createApp } from './app.ts'
import { deleteOldDeeds } from './audit/audit-log.ts'
import { deleteOldPlaces } from './auth/known-places.ts'
import { type Config, ConfigError, environment, readConfig } from './config.ts'
import { Connections } from './connections.ts'
import { openLog, sayAndWait, sayLast } from './log.ts'
import { openServices, type Services } from './services.ts'
import { StaticPages } from './static-pages.ts'
import { sweep } from './store/sweep.ts'
import { makeFirstSuperadmin } from './users/first-superadmin.ts'

const DIST = join(import.meta.dirname, '..', 'dist')
const UPKEEP_EVERY_MS = 60 * 60 * 1000

try {
  await serve(readConfig(environment()))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? sentenceOf(error) : String(error)}\n`)
  process.exit(1)
}

/** Serves the whole product until the process is asked to stop. */
async function serve(config: Config): Promise<void> {
  const pages = await StaticPages.read(DIST, config.origin.startsWith('https:'))
  const log = openLog(config.logLevel)
  const services = await openServices(config, log)
  services.metrics.watchProcess()
  await makeFirstSuperadmin(services)

  const server = createAdaptorServer({ fetch: createApp(services, pages).fetch }) as Server
  const connections = new Connections(server, config.stallMs)
  await listen(server, config)
  const { address, port } = server.address() as AddressInfo
  log.info({ address, port, data: config.dataDir }, 'Kanat is listening')

  const upkeep = setInterval(() => void keepUp(services), UPKEEP_EVERY_MS)
  void keepUp(services)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      log.info({ signal }, 'stopping')
      services.stopping = true
      clearInterval(upkeep)
      const deadline = Date.now() + config.shutdownMs
      await connections.close(config.shutdownMs)
      await services.mailer.close(Math.max(0, deadline - Date.now()))
      await sayAndWait(log, 'closing the database')
      services.db.close()
      // From here on nothing else may run: it would find no database.
      sayLast(config.logLevel, 'stopped')
      endProcess()
    })
  }
}

/**
 * Ends the process with whatever nobody waits for any more, like a picture that is still being decoded; to the data folder
 * that is a crash, which leaves it whole.
 */
function endProcess(): never {
  // `exit` alone would wait for the decoder's threads. A process that takes this one's place ends them, keeping its number.
  process.once('exit', () => process.execve?.(process.execPath, [process.execPath, '--eval', ''], {}))
  process.exit(0)
}

function listen(server: Server, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
}

async function keepUp(services: Services): Promise<void> {
  const { store, db, reserve, transactions, health, sessions, metrics, log } = services
  try {
    // First what makes room on the disk.
    const removed = await sweep(store, db.read)
    if (removed > 0) log.info({ removed }, 'swept leftovers')
    metrics.sweptFiles.inc(removed)
    await reserve.fill()
    await transactions.run(async (transaction) => {
      await sessions.deleteExpired(transaction)
      await deleteOldDeeds(transaction)
      await deleteOldPlaces(transaction)
    }, 'use reserve')
    await health.checkDatabase()
    metrics.upkeepDone.setToCurrentTime()
  } catch (error) {
    log.error({ err: error }, 'upkeep failed')
  }
}

function sentenceOf(error: Error): string {
  if (error instanceof ConfigError) return `Kanat cannot start with this configuration.\n${error.message}`
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return 'Kanat cannot start: the port is taken. Set PORT to another one.'
  return `Kanat cannot start. ${error.message}`
}
