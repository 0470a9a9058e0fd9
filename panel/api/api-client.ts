import { hc } from 'hono/client'
import type { App } from '#server/app.ts'
import { apiFetch } from './api-fetch.ts'

/** Every call of the API, typed by the server's own routes. */
export const { api } = hc<App>(window.location.origin, { fetch: apiFetch })
