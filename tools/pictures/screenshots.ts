import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { LANGUAGES, type Language } from '../../domain/text/language.ts'
import { CHROMIUM_ARGS, findChromium } from '../../tests/support/programs/chromium.mjs'
import { ServerProcess } from '../../tests/support/servers/server-process.ts'
import { DEMO_PASSWORD, USERS } from '../demo/demo-data.ts'

/**
 * Takes screenshots of the panel for the landing page, in both languages and themes: `npm run screenshots`, which builds first. Run
 * it by hand when the panel looks different, and commit the files in `site/images/`. The demo's data comes from fixed seeds.
 */
const ROOT = join(import.meta.dirname, '../..')
const VIEWPORT = { width: 1440, height: 900 }
/** Pixels of a screenshot for each CSS pixel. */
const SCALE = 2
const THEMES = ['light', 'dark'] as const

interface Appearance {
  language: Language
  theme: (typeof THEMES)[number]
}

const data = await mkdtemp(join(tmpdir(), 'kanat-screenshots-'))
const executablePath = findChromium()
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) })
try {
  const filling = fork(join(ROOT, 'tools/demo/fill/fill-process.ts'), [data])
  const [code] = await once(filling, 'exit')
  if (code !== 0) throw new Error('The demo data failed.')
  await using server = await ServerProcess.start(data)
  for (const language of LANGUAGES) {
    for (const theme of THEMES) await takeScreenshots({ language, theme }, server.origin)
  }
  await server.end('SIGTERM')
} finally {
  await browser.close()
  await rm(data, { recursive: true, force: true })
}

async function takeScreenshots({ language, theme }: Appearance, baseURL: string): Promise<void> {
  const context = await browser.newContext({
    baseURL,
    viewport: VIEWPORT,
    deviceScaleFactor: SCALE,
    reducedMotion: 'reduce',
    // The content security policy of the pages forbids the style below.
    bypassCSP: true,
  })
  await context.addInitScript(
    (appearance) => {
      localStorage.setItem('kanat.language', appearance.language)
      localStorage.setItem('kanat.theme', appearance.theme)
    },
    { language, theme },
  )
  const page = await context.newPage()

  await page.goto('/login')
  await page.getByLabel(/^(E-posta|E-mail)$/).fill(USERS[0]?.email ?? '')
  await page.getByLabel(/^(Şifre|Password)$/).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: /^(Giriş yap|Sign in)$/ }).click()
  await page.getByRole('link', { name: /Çeşme 1/ }).waitFor()
  await takeScreenshot(page, `panel-turbines-${language}-${theme}`)

  await page.getByRole('link', { name: /Çeşme 1/ }).click()
  const tabs = page.getByRole('navigation', { name: /^(Sayfanın bölümleri|Sections of the page)$/ })
  await tabs.getByRole('link', { name: /^(Fotoğraflar|Photos)/ }).click()
  const blade = page.getByRole('region', { name: /^(Kanat|Blade) A$/ })
  const photos = blade.getByRole('button', { name: /fotoğrafını aç$|^Open / })
  await photos.first().waitFor()
  await takeScreenshot(page, `panel-blades-${language}-${theme}`)

  // The lightbox is dark in both themes.
  if (theme === 'dark') return context.close()
  await photos.last().click()
  await page.getByRole('dialog').getByRole('img').first().waitFor()
  await takeScreenshot(page, `panel-lightbox-${language}`)
  await context.close()
}

async function takeScreenshot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.mouse.move(0, 0)
  // A lazy image out of view does not load, so its `decode` never ends.
  await page.evaluate(() => {
    const inView = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect()
      return top < innerHeight && bottom > 0
    })
    return Promise.all(inView.map((image) => image.decode().catch(() => {})))
  })
  const pixels = await page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    // Without `!important`, the button's own style is more specific.
    style: '[data-chat-button] { display: none !important }',
  })
  const { size } = await sharp(pixels)
    .webp({ quality: 88, effort: 6 })
    .toFile(join(ROOT, 'site/images', `${name}.webp`))
  console.log(`${name}.webp, ${Math.round(size / 1024)} KiB`)
}
