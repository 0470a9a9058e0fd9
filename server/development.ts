import type { Hono } from 'hono'
import { createApp } from './app.ts'
import { environment, readConfig } from './config.ts'
import type { Env } from './env.ts'
import { openLog } from './log.ts'
import { openServing, type Serving } from './serving.ts'

/** `astro dev` restarts, and loads this file anew, within one process: what it had open is known to the process alone. */
const shared = globalThis as { kanatInDevelopment?: Serving | undefined }

/** The API and the media for `astro dev`, which serves the pages itself. Closes the app it made before. */
export async function createDevelopmentApp(): Promise<Hono<Env>> {
  await shared.kanatInDevelopment?.close()
  shared.kanatInDevelopment = undefined
  const config = readConfig(environment())
  shared.kanatInDevelopment = await openServing(config, openLog(config.logLevel))
  return createApp(shared.kanatInDevelopment.services)
}
