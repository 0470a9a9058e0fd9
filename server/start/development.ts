import type { Hono } from 'hono'
import type { Env } from '#server/core/env.ts'
import { openLog } from '#server/core/http/log.ts'
import { environment, readConfig } from '#server/infrastructure/config.ts'
import { createApp } from './app.ts'
import { type StartedServer, startServer } from './start-server.ts'

/** `astro dev` reloads this file in the same process, so the open services are in a global variable. */
const shared = globalThis as { kanatInDevelopment?: StartedServer | undefined }

/** Makes the app for `astro dev`, which serves the pages itself. Closes the former app. */
export async function createDevelopmentApp(): Promise<Hono<Env>> {
  await shared.kanatInDevelopment?.close()
  shared.kanatInDevelopment = undefined
  const config = readConfig(environment())
  shared.kanatInDevelopment = await startServer(config, openLog(config.logLevel))
  return createApp(shared.kanatInDevelopment.services)
}
