import { expect, type Page, type Request, type Route } from '@playwright/test'

/** Every answer in place of the right one, as servers, proxies and broken lines give them. */
const FAULTS = {
  'status 500': (route: Route) =>
    route.fulfill({
      status: 500,
      json: { success: false, error: 'internal_error', message: 'Bir hata oluştu.' },
    }),
  'status 429': (route: Route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '60' },
      json: {
        success: false,
        error: 'too_many_requests',
        message: 'Çok sık istek gönderildi, veriler alınamadı.',
      },
    }),
  'an empty body': (route: Route) => route.fulfill({ status: 200, body: '' }),
  'a page': (route: Route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Wi-Fi</title>' }),
  'cut JSON': async (route: Route) => {
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({ response, body: body.slice(0, body.length / 2) })
  },
  // The last one, because the panel asks again by itself.
  'status 503 of a proxy': (route: Route) =>
    route.fulfill({
      status: 503,
      headers: { 'Retry-After': '1' },
      contentType: 'text/html',
      body: '<!doctype html><title>503</title>',
    }),
}
export type Fault = keyof typeof FAULTS
export const FAULT_NAMES = Object.keys(FAULTS) as Fault[]

/** The one call that gets a wrong answer. */
export interface BrokenCall {
  /** Gives this answer from now on; the right one without `fault`. @returns a function that says how often it was given */
  answerWith(fault: Fault | undefined): () => number
}

/** Answers a reading call of the panel, such as `/api/turbines`, as `answerWith` says. */
export async function breakCall(page: Page, path: string): Promise<BrokenCall> {
  let fault: Fault | undefined
  let given = 0
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (fault === undefined || route.request().method() !== 'GET') return route.fallback()
      await FAULTS[fault](route)
      given += 1
    },
  )
  return {
    answerWith(next) {
      fault = next
      given = 0
      return () => given
    },
  }
}

/** How long no request is on its way until a screen is loaded, in milliseconds. */
const QUIET_MS = 1000

/** The reading calls that the page sends, from now on. */
export function watchCalls(page: Page) {
  const paths = new Set<string>()
  const running = new Set<Request>()
  let changedAt = 0
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) paths.add(pathname)
    running.add(request)
    changedAt = Date.now()
  })
  const end = (request: Request) => {
    if (running.delete(request)) changedAt = Date.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return {
    /** In the order of the first call of each. */
    paths: () => [...paths],
    /** Waits until all requests have their answers and no other follows. */
    async settle() {
      changedAt = Date.now()
      await expect.poll(() => running.size === 0 && Date.now() - changedAt > QUIET_MS).toBe(true)
    },
  }
}
