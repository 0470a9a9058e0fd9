import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Locator, Page } from '@playwright/test'
import type { Photo } from '../../../domain/photo.ts'
import type { Language } from '../../../domain/text/language.ts'
import type { Film } from '../film.ts'

export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** A part of the window, in CSS pixels. */
export interface Clip {
  x: number
  y: number
  width: number
  height: number
}

export const FILM_WINDOW = { width: 1280, height: 800 }

export const CROPS = ['wide', 'phone'] as const
export type Crop = (typeof CROPS)[number]

/** What a screen is drawn with. */
export interface Scene {
  page: Page
  browser: Browser
  language: Language
  /** A text of the panel in the language of the scene; in it, each `{name}` is replaced by its value. */
  text: (key: string, values?: Record<string, string | number>) => string
  /** Calls the API as the user of the screen. @returns the `data` of the answer */
  call: <Data>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Data>
  /** A file of the server as the user of the screen, such as a report. */
  load: (path: string) => Promise<Buffer>
  /** Uploads a photo to a turbine, with the fields of its place. */
  upload: (turbine: number, place: Record<string, string>, name: string, bytes: Buffer) => Promise<Photo>
  /** Stores the part of the window, or a finished picture, as the wide picture or as the one for phones. */
  store: (crop: Crop, picture: Clip | Buffer) => Promise<void>
}

/** A screen of the product, as the site, README and the docs show it. A new one is a file of its own, listed in `screens.ts`. */
export interface Screen {
  /** The name of its folder in `site/images/screens/`. */
  id: string
  /** A screen that is dark in both themes has only `dark`; a document only `light`. */
  themes: readonly Theme[]
  /** The name of its wide English picture in `docs/`, as WebP, which more viewers of Markdown know. */
  docs?: string
  /** The local part of the demo user's address. */
  user: string
  window: { width: number; height: number }
  /**
   * The folders and files that draw it. When one of them changes, the pictures are old and a test says so. Layers that every screen
   * uses, such as `panel/ui`, are no sources: they would make all pictures old at once.
   */
  sources: readonly string[]
  /** Texts that the window shows in both languages, so that the pictures show the same record. */
  shows: readonly string[]
  /** Brings the page to the screen, and stores both pictures. */
  take: (scene: Scene) => Promise<void>
  /** A silent film of what a person does there, in a window of `FILM_WINDOW`. */
  film?: (scene: Scene, film: Film) => Promise<void>
}

/** The part of the window with all of these elements, and `margin` CSS pixels around. */
export async function around(margin: number, ...elements: Locator[]): Promise<Clip> {
  const boxes = await Promise.all(elements.map(boxOf))
  const x = Math.min(...boxes.map((box) => box.x)) - margin
  const y = Math.min(...boxes.map((box) => box.y)) - margin
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + margin
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + margin
  return { x, y, width: right - x, height: bottom - y }
}

/** Where an element stands in the window. A sharper photo replaces the first one, so it is waited for until it stands there. */
export async function boxOf(element: Locator): Promise<Clip> {
  for (let tries = 0; tries < 50; tries++) {
    await element.first().waitFor()
    const box = await element.first().boundingBox()
    if (box) return box
    await pause(100)
  }
  throw new Error(`Not on the screen: ${element}`)
}

/** The whole window. */
export function wholeWindow(page: Page): Clip {
  const size = page.viewportSize()
  if (!size) throw new Error('The window has no size.')
  return { x: 0, y: 0, ...size }
}
