import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import pino from 'pino'
import type { StaticPages } from '#server/core/http/static-pages.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import type { ImagePool } from '#server/infrastructure/images/image-pool.ts'
import { createApp } from '#server/start/app.ts'
import { Connections } from '#server/start/connections.ts'
import { connectionsFor, DESCRIPTORS_WANTED } from '#server/start/descriptors.ts'
import { runMaintenance } from '#server/start/maintenance.ts'
import { type StartedServer, startServer } from '#server/start/start-server.ts'
import { timeFactor } from '../../support/time/time-factor.ts'

/** How long a stop waits for requests and mails, in milliseconds. */
const STOP_MAX_MS = 5000

/** What the servers of one worker share, because it takes longer to make than a server to start. */
export interface Shared {
  pages: StaticPages
  images: ImagePool
}

/**
 * The product on a free port, put together as `server/main.ts` does it, but in the process of the journey: a server process of its own would
 * need a second of processor time for each journey.
 */
export class ServedApp implements AsyncDisposable {
  readonly #started: StartedServer
  readonly #server: Server
  readonly #connections: Connections
  readonly #maintenance: Promise<void>

  private constructor(started: StartedServer, { pages, images }: Shared) {
    const { services } = started
    // Nothing has used its own workers yet.
    services.images.close()
    services.images = images
    this.#started = started
    this.#server = createServer()
    this.#connections = new Connections(this.#server, getRequestListener(createApp(services, pages).fetch), {
      stallMs: services.config.stallMs,
      max: connectionsFor(DESCRIPTORS_WANTED),
      isBehindProxy: true,
    })
    this.#maintenance = runMaintenance(services)
  }

  /** Resolves once the server listens. */
  static async start(dir: string, shared: Shared): Promise<ServedApp> {
    const config = readConfig({
      DATA_DIR: dir,
      MIN_FREE_MB: '0',
      RESERVE_MB: '0',
      TIME_FACTOR: timeFactor({}),
    })
    const started = await startServer(config, pino({ level: 'silent' }))
    const app = new ServedApp(started, shared)
    await new Promise<void>((resolve) => app.#server.listen(0, '127.0.0.1', resolve))
    return app
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { services } = this.#started
    services.stopping = true
    await this.#connections.close(STOP_MAX_MS)
    await services.jobs.close()
    await services.panoramaTiles.close()
    await services.pointClouds.close()
    await services.mailer.close(STOP_MAX_MS)
    await this.#maintenance
    await this.#started.close()
  }
}
