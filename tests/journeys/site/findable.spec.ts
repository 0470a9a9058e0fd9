import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { company } from '../../support/content.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, test as panelTest, signIn, storeLanguage } from '../support/kanat.ts'
import { test } from '../support/public-site.ts'

interface Entry {
  address: string
  twins: Record<string, string>
}

/** The pages of the sitemap. Its addresses have the origin of the build, not the current one. */
async function readSitemap(page: Page): Promise<Entry[]> {
  const answer = await page.request.get('/sitemap.xml')
  expect(answer.headers()['content-type']).toContain('xml')
  const xml = await answer.text()
  return [...xml.matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry = '']) => ({
    address: /<loc>(.*?)<\/loc>/.exec(entry)?.[1] ?? '',
    twins: Object.fromEntries(
      [...entry.matchAll(/hreflang="(.*?)" href="(.*?)"/g)].map(([, language, address]) => [
        language,
        address,
      ]),
    ),
  }))
}

const pathOf = (address: string) => new URL(address).pathname

/** The docs are in English only. */
const languageOf = (path: string) => (/^\/(?:en|docs)(?:\/|$)/.test(path) ? 'en' : 'tr')

/** Every address of the built product with its own page. */
const PANEL = ['/login', '/dashboard']

test('the sitemap lists the public pages, and each page has the same language links', async ({ page }) => {
  const entries = await readSitemap(page)
  const paths = entries.map(({ address }) => pathOf(address))
  expect(paths).toContain('/')
  expect(paths).toContain('/en')
  for (const path of paths) expect(path).not.toMatch(/404|500|panel|login|dashboard/)

  for (const { address, twins } of entries) {
    const language = languageOf(pathOf(address))
    if (Object.keys(twins).length > 0) {
      expect(twins[language]).toBe(address)
      expect(twins['x-default']).toBe(twins.tr)
    } else expect(pathOf(address)).toMatch(/^\/docs/)
    const html = await (await page.request.get(pathOf(address))).text()
    expect(html).toContain(`<html lang="${language}"`)
    expect(html).toContain(`<link rel="canonical" href="${address}">`)
    for (const [hreflang, href] of Object.entries(twins)) {
      expect(html).toContain(`<link rel="alternate" hreflang="${hreflang}" href="${href}">`)
    }
    for (const twin of Object.values(twins)) {
      expect(entries.find((entry) => entry.address === twin)?.twins).toEqual(twins)
    }
    expect(html).toMatch(/<title>.{8,70}<\/title>/)
    expect(html).toMatch(/<meta name="description" content=".{50,200}">/)
    expect(html).not.toContain('noindex')
  }
})

test('robots.txt names the sitemap, and private pages have noindex', async ({ page }) => {
  const robots = await (await page.request.get('/robots.txt')).text()
  const sitemap = /^Sitemap: (https?:\/\/.+)$/m.exec(robots)?.[1] ?? ''
  expect(pathOf(sitemap)).toBe('/sitemap.xml')
  const forbidden = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path)
  expect(forbidden).toEqual(['/api/', '/media/', '/s$', '/s?', '/en/s$', '/en/s?'])

  for (const path of [...PANEL, '/nothing']) {
    const html = await (await page.request.get(path)).text()
    expect(html).toContain('<meta name="robots" content="noindex">')
  }
  const broken = await readFile('dist/500.html', 'utf8')
  expect(broken).toMatch(/noindex.*data-chat-button/s)
})

test('a shared link shows a picture with text in its language', async ({ page }) => {
  for (const path of ['/', '/en']) {
    const html = await (await page.request.get(path)).text()
    const meta = (property: string) =>
      new RegExp(`<meta property="og:${property}" content="(.*?)">`).exec(html)?.[1] ?? ''
    const picture = await page.request.get(pathOf(meta('image')))
    const size = await sharp(await picture.body()).metadata()
    expect(size).toMatchObject({ width: 1200, height: 630 })
    expect(meta('image:alt')).toContain('Kanat')
    expect(meta('url')).toBe(meta('image').replace(/\/share-.*/, path))
  }
})

test('the structured data describes the company', async ({ page }) => {
  const html = await (await page.request.get('/')).text()
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  const organization = JSON.parse(json)
  expect(organization).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: company.name,
    foundingDate: `${company.founded}`,
    address: { '@type': 'PostalAddress', addressCountry: 'TR' },
    contactPoint: { telephone: company.phone },
  })
  const logo = await page.request.get(pathOf(organization.logo))
  expect(logo.headers()['content-type']).toBe('image/png')
})

test('the manifest and the page name existing icons with correct sizes', async ({ page }) => {
  for (const [path, language] of [
    ['/', 'tr'],
    ['/en', 'en'],
  ] as const) {
    const html = await (await page.request.get(path)).text()
    const href = /<link rel="manifest" href="(.*?)">/.exec(html)?.[1] ?? ''
    const answer = await page.request.get(href)
    expect(answer.headers()['content-type']).toContain('application/manifest+json')
    const manifest = await answer.json()
    expect(manifest).toMatchObject({ lang: language, dir: 'ltr', start_url: path })
    const icons: { src: string; sizes: string; purpose?: string }[] = manifest.icons
    expect(icons.map(({ purpose }) => purpose)).toContain('maskable')
    const links = [
      ...html.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="(.*?)"[^>]* sizes="(.*?)">/g),
    ]
    const named = [
      ...icons.map(({ src, sizes }) => [src, sizes]),
      ...links.map(([, src, sizes]) => [src, sizes]),
    ]
    expect(named).toHaveLength(7)
    for (const [src = '', sizes = ''] of named) {
      const icon = await page.request.get(src)
      expect(icon.status(), src).toBe(200)
      if (sizes === 'any' || src.endsWith('.ico')) continue
      const { width, height } = await sharp(await icon.body()).metadata()
      expect(`${width}x${height}`, src).toBe(sizes)
    }
  }
})

panelTest(
  'no page violates its content security policy, and each page has the chat button',
  async ({ page, kanat }) => {
    provoke(page, 404)
    const paths = (await readSitemap(page)).map(({ address }) => pathOf(address))
    for (const path of paths) {
      await storeLanguageOf(page, path)
      await page.goto(path)
      await expect(page.locator('[data-chat-button]')).toBeVisible()
      await page.waitForLoadState('networkidle')
    }
    await storeLanguage(page, 'tr')
    for (const path of ['/nothing', '/login']) {
      await page.goto(path)
      await expect(page.locator('[data-chat-button]')).toBeVisible()
    }
    await signIn(page, kanat.customer)
    await expect(page.locator('[data-chat-button]')).toBeVisible()
    await page.getByRole('link', { name: /Karaburun 4/ }).click()
    await expect(page.locator('[data-chat-button]')).toBeVisible()
    await page.waitForLoadState('networkidle')
  },
)

async function storeLanguageOf(page: Page, path: string): Promise<void> {
  const language = languageOf(path)
  if (page.url().startsWith('http'))
    await page.evaluate((chosen) => localStorage.setItem('kanat.language', chosen), language)
  else await storeLanguage(page, language)
}
