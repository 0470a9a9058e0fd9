import { mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { IntlMessageFormat } from 'intl-messageformat'
import sharp from 'sharp'
import type { Photo } from '../../domain/photo.ts'
import type { Language } from '../../domain/text/language.ts'
import { DEMO_PASSWORD } from '../demo/demo-data.ts'
import { Film } from './film.ts'
import { ROOT } from './hash-files.ts'
import { type Clip, type Crop, FILM_WINDOW, type Scene, type Screen, type Theme } from './screens/screen.ts'
import { docsFile, filmFiles, pictureFile, SCREEN_IMAGES } from './taken.ts'

/** Pixels of a screenshot for each CSS pixel; the pictures are made smaller from it. */
const SCALE = 2
/** Pixels across the stored pictures. */
const WIDTHS = { wide: 1920, phone: 900 } as const
/** Pixels across a picture in `docs/`. */
const DOCS_WIDTH = 1600
/** Text stays sharp: no lower resolution of the colours. */
const AVIF = { quality: 58, effort: 4, chromaSubsampling: '4:4:4' } as const

/** What the window showed when a step failed. */
const FAILED = join(ROOT, '.build/screenshots-failed.png')

interface Taking {
  browser: Browser
  /** Of the server with the demo's data. */
  origin: string
  screen: Screen
  theme: Theme
  language: Language
}

/** Takes the wide picture and the one for phones of a screen, in one theme and language. */
export async function takePictures({ browser, origin, screen, theme, language }: Taking): Promise<void> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: screen.window,
    deviceScaleFactor: SCALE,
    reducedMotion: 'reduce',
    locale: language,
    // The content security policy of the pages forbids the style of `screenshot`.
    bypassCSP: true,
  })
  try {
    const page = await context.newPage()
    const token = await signIn(page, screen.user, { 'kanat.language': language, 'kanat.theme': theme })
    const headers = { Authorization: `Bearer ${token}` }
    const scene: Scene = {
      page,
      browser,
      language,
      text: (key, values) => textOf(language, key, values),
      async call(method, path, data) {
        const answer = await page.request.fetch(`/api${path}`, { method, headers, ...(data && { data }) })
        if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
        return ((await answer.json()) as { data: never }).data
      },
      async load(path) {
        const answer = await page.request.get(path, { headers })
        if (!answer.ok()) throw new Error(`${path}: ${answer.status()}`)
        return answer.body()
      },
      async upload(turbine, place, name, buffer) {
        const photos = { name, mimeType: 'application/octet-stream', buffer }
        const answer = await page.request.post(`/api/turbines/${turbine}/photos`, {
          headers,
          multipart: { ...place, photos },
        })
        const { data } = (await answer.json()) as { data?: Photo[] }
        if (!data?.[0]) throw new Error(`${name}: ${answer.status()} ${await answer.text()}`)
        return data[0]
      },
      async store(crop, picture) {
        const pixels = Buffer.isBuffer(picture) ? picture : await capture(page, picture, screen.shows)
        await writePicture(pixels, crop, pictureFile(screen, language, theme, crop))
        const docs = docsFile(screen, language, theme, crop)
        if (docs)
          await sharp(pixels).resize({ width: DOCS_WIDTH }).webp({ quality: 82, effort: 6 }).toFile(docs)
      },
    }
    try {
      await screen.take(scene)
      if (screen.film && theme === screen.themes[0]) {
        await page.setViewportSize(FILM_WINDOW)
        await Film.record(page, filmFiles(screen, language), async (film) => screen.film?.(scene, film))
      }
    } catch (error) {
      await page.screenshot({ path: FAILED })
      throw error
    }
  } finally {
    await context.close()
  }
}

/** Signs in, and stores the appearance. @returns the token of the session */
async function signIn(page: Page, user: string, appearance: Record<string, string>): Promise<string> {
  const answer = await page.request.post('/api/auth/login', {
    data: { email: `${user}@kanat.example`, password: DEMO_PASSWORD },
  })
  const session = (await answer.json()) as { token: string; user: object }
  // A file of the same origin, because local storage belongs to an origin.
  await page.goto('/robots.txt')
  await page.evaluate(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    },
    { ...appearance, 'kanat.token': session.token, 'kanat.user': JSON.stringify(session.user) },
  )
  return session.token
}

const TEXTS = { tr: readTexts('tr'), en: readTexts('en') }

function readTexts(language: Language): Record<string, string> {
  return JSON.parse(readFileSync(join(SCREEN_IMAGES, `../../../content/panel/${language}.json`), 'utf8'))
}

function textOf(language: Language, key: string, values: Record<string, string | number> = {}): string {
  const pattern = TEXTS[language][key]
  if (pattern === undefined) throw new Error(`No text of the panel: ${key}`)
  return String(new IntlMessageFormat(pattern, language).format(values))
}

async function writePicture(pixels: Buffer, crop: Crop, file: string): Promise<void> {
  mkdirSync(join(file, '..'), { recursive: true })
  const { size } = await sharp(pixels)
    .resize({ width: WIDTHS[crop], kernel: 'lanczos3' })
    .avif(AVIF)
    .toFile(file)
  console.log(`${relative(SCREEN_IMAGES, file)}: ${Math.round(size / 1024)} KiB`)
}

/** Waits until nothing loads, and no picture in the window is unfinished. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.mouse.move(0, 0)
  // A focus ring and selected text are not what a picture is about.
  await page.evaluate(() => {
    getSelection()?.removeAllRanges()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  // A lazy image out of view does not load, so its `decode` never ends.
  await page.evaluate(() => {
    const inView = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect()
      return top < innerHeight && bottom > 0
    })
    return Promise.all(inView.map((image) => image.decode().catch(() => {})))
  })
}

/** @throws if the window does not show the record that it is about */
async function assertShown(page: Page, shows: readonly string[]): Promise<void> {
  // The number of a mark is in its label. The API's page has places without width at which a path may break.
  const shown = await page.evaluate(() =>
    [document.body.innerText, ...[...document.querySelectorAll('[aria-label]')].map((each) => each.ariaLabel)]
      .join('\n')
      .replaceAll('\u200b', ''),
  )
  const missing = shows.filter((text) => !shown.includes(text))
  if (missing.length > 0) throw new Error(`The window does not show ${missing.join(', ')}: ${page.url()}`)
}

async function capture(page: Page, clip: Clip, shows: readonly string[]): Promise<Buffer> {
  await settle(page)
  await assertShown(page, shows)
  return page.screenshot({
    clip,
    animations: 'disabled',
    caret: 'hide',
    // Without `!important`, the button's own style is more specific.
    style: '[data-chat-button] { display: none !important }',
  })
}
