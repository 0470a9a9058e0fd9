import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Page, Request, Route } from '@playwright/test'
import { provoke } from './console-errors.ts'

// What happens to people while they work, one function each, so that a journey of any form needs one line for each of them. The end of a
// session is `endSessionOnServer`, and a server that dies is `kanat.kill()`.

/** A request by method and path, such as `POST /api/turbines/1/comments`; the path may be a pattern. The query does not matter. */
export interface Call {
  method: string
  path: string | RegExp
}

/** Answers that are on their way until `release` is called. */
export interface HeldAnswers {
  /** How many such requests the page has sent. */
  readonly requests: Request[]
  /** Lets the held answers and all later ones through. */
  release: () => Promise<void>
}

/**
 * Holds the answers to this call, as a slow line does: the server has done its work, but the page does not know it yet. Wait for
 * `expect.poll(() => held.requests.length)` before the next step.
 */
export async function holdAnswers(page: Page, call: Call): Promise<HeldAnswers> {
  const requests: Request[] = []
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const handler = async (route: Route) => {
    const answer = await route.fetch()
    requests.push(route.request())
    await opened
    // The page may have given the request up.
    await route.fulfill({ response: answer }).catch(() => undefined)
  }
  await page.route((url) => matchesPath(url, call.path), byMethod(call.method, handler))
  return {
    requests,
    release: async () => open(),
  }
}

/** Lets the server do its work, but loses its answer, `times` in a row: the page sees a broken connection. */
export function loseAnswers(page: Page, { method, path }: Call, times = Infinity): Promise<unknown> {
  provoke(page, 'network')
  let lost = 0
  // Not by an option of `page.route`, which counts calls by other methods, too.
  const handler = async (route: Route) => {
    lost += 1
    if (lost > times) return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  }
  return page.route((url) => matchesPath(url, path), byMethod(method, handler))
}

/**
 * Sends this call to a server that never answers. A route that only holds the request would not do: when its page is closed, the browser
 * sends what is held, and the page can still get the answer.
 *
 * @returns a function that ends that server
 */
export async function sendIntoSilence(page: Page, { method, path }: Call): Promise<() => void> {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const handler = async (route: Route) => {
    const url = new URL(route.request().url())
    url.host = `127.0.0.1:${port}`
    await route.continue({ url: url.href })
  }
  await page.route((url) => matchesPath(url, path), byMethod(method, handler))
  return () => {
    silent.close()
    for (const socket of sockets) socket.destroy()
  }
}

/** Takes the network away from all tabs, as a browser without a connection does. */
export function loseNetwork(page: Page): Promise<void> {
  provoke(page, 'network')
  return page.context().setOffline(true)
}

/** Gives the network back to all tabs. */
export function restoreNetwork(page: Page): Promise<void> {
  return page.context().setOffline(false)
}

/**
 * Scripts whose name matches cannot be loaded any more, as without network or after a new version replaced them.
 *
 * @returns a function that makes them available again
 */
export async function loseScripts(page: Page, name: RegExp): Promise<() => Promise<void>> {
  // React reports what an error boundary has caught.
  provoke(page, 'network', /ScriptError: A script could not be loaded/)
  const isLost = (url: URL) =>
    url.pathname.startsWith('/_astro/') && name.test(url.pathname.slice('/_astro/'.length))
  const handler = (route: Route) => route.abort()
  await page.route(isLost, handler)
  return () => page.unroute(isLost, handler)
}

/** Opens an address in another tab of the same browser, with the same session. */
export async function openOtherTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(new URL(path, page.url()).href)
  return tab
}

function matchesPath(url: URL, path: string | RegExp): boolean {
  return typeof path === 'string' ? url.pathname === path : path.test(url.pathname)
}

function byMethod(method: string, handler: (route: Route) => Promise<void>): (route: Route) => Promise<void> {
  return (route) => (route.request().method() === method ? handler(route) : route.fallback())
}
