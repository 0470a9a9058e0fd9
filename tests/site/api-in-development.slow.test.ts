import { expect, it } from 'vitest'
import { apiInDevelopment } from '../../site/api-in-development.ts'
import { EVERY_PANEL_ADDRESS, NO_PANEL_ADDRESS } from '../support/panel-addresses.ts'

type Middleware = (request: { url: string }, response: object, next: () => void) => Promise<void>

/** The address that Astro's development server gets instead of `url`. */
async function addressFor(url: string): Promise<string> {
  const request = { url }
  const middlewares: Middleware[] = []
  const server = { middlewares: { use: (middleware: Middleware) => middlewares.push(middleware) } }
  await apiInDevelopment().hooks['astro:server:setup']?.({ server } as never)
  for (const middleware of middlewares) await middleware(request, {}, () => {})
  return request.url
}

it.each(EVERY_PANEL_ADDRESS)('development answers %s with the shell of the panel', async (address) => {
  for (const url of [address, `${address}/`, `${address}?year=2026`]) {
    expect(await addressFor(url)).toBe('/panel')
  }
})

it.each(NO_PANEL_ADDRESS)('development does not change %s', async (address) => {
  expect(await addressFor(address)).toBe(address)
})
