import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StaticPages } from '#server/core/http/static-pages.ts'
import { createApp } from '#server/start/app.ts'
import { TestApp } from '../support/test-app.ts'
import { type BuiltPage, isBuilt, readBuiltPages } from './built-pages.ts'

const ORIGIN = 'http://kanat.test'
/** The pattern of addresses outside of the site. */
const FOREIGN =
  /^(?:https:\/\/[a-z0-9.-]+\.[a-z]{2,}(?:[/?][^\s"<>]*)?|tel:\+\d{10,15}|mailto:[^\s@]+@[^\s@]+\.[a-z]+)$/

describe.skipIf(!isBuilt)('the links of the built pages (skipped without a build)', () => {
  const pages = isBuilt ? readBuiltPages() : []
  let testApp: TestApp
  let statusOf: (path: string) => Promise<number>
  beforeAll(async () => {
    testApp = await TestApp.open()
    const app = createApp(testApp.services, await StaticPages.read(join(import.meta.dirname, '../../dist')))
    statusOf = async (path) => (await app.request(path)).status
  })
  afterAll(() => testApp[Symbol.asyncDispose]())

  it.each(pages)('have existing targets: $path', async (page) => {
    const broken: string[] = []
    for (const address of addressesIn(page)) {
      const { origin, pathname, hash } = new URL(address, ORIGIN + page.path)
      if (origin !== ORIGIN) {
        if (!FOREIGN.test(address)) broken.push(`${address} is malformed`)
        continue
      }
      const status = await statusOf(pathname)
      if (status !== 200) broken.push(`${address} answers ${status}`)
      if (hash && !hasAnchor(pathname, decodeURIComponent(hash.slice(1))))
        broken.push(`${address} has no such place`)
    }
    expect(broken).toEqual([])
  })

  it('lead from the landing page to every page', () => {
    const reached = new Set<string>(['/'])
    for (const path of reached) {
      const page = pages.find((each) => each.path === path)
      for (const link of page?.document.querySelectorAll('a[href^="/"]') ?? [])
        reached.add(new URL(link.getAttribute('href') ?? '', ORIGIN).pathname)
    }
    const missed = pages.map(({ path }) => path).filter((path) => !reached.has(path))
    // That of links is opened by its secret only.
    expect(missed).toEqual(['/404', '/500', '/en/s', '/s'])
  })

  function hasAnchor(path: string, id: string): boolean {
    return pages.some((page) => page.path === path && page.document.getElementById(id) !== null)
  }
})

/** All addresses in the page: links, resources and metadata. Addresses of the site have no origin. */
function addressesIn({ document }: BuiltPage): Set<string> {
  const addresses = new Set<string>()
  for (const element of document.querySelectorAll('*')) {
    for (const name of ['href', 'src', 'action', 'component-url', 'renderer-url', 'before-hydration-url']) {
      const value = element.getAttribute(name)
      if (value !== null) addresses.add(value)
    }
    for (const name of ['srcset', 'imagesrcset']) {
      for (const candidate of element.getAttribute(name)?.split(/,\s+/) ?? [])
        addresses.add(candidate.trim().split(/\s/)[0] ?? '')
    }
  }
  const own = new URL(document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? ORIGIN).origin
  return new Set([...addresses].map((address) => address.replace(own, '') || '/'))
}
