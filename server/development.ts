import type { Hono } from 'hono'
import { createApp } from './app.ts'
import { environment, readConfig } from './config.ts'
import type { Env } from './env.ts'
import { openLog } from './log.ts'
import { openServices } from './services.ts'
import { makeFirstSuperadmin } from './users/first-superadmin.ts'

/** The API and the media for `astro dev`, which serves the pages itself. */
export async function createDevelopmentApp(): Promise<Hono<Env>> {
  const config = readConfig(environment())
  const services = await openServices(config, openLog(config.logLevel))
  await makeFirstSuperadmin(services)
  return createApp(services)
}
