import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, type Language } from '../../domain/text/language.ts'
import { hashFiles, ROOT } from './hash-files.ts'
import { CROPS, type Crop, type Screen, type Theme } from './screens/screen.ts'
import { SCREENS } from './screens/screens.ts'

export const SCREEN_IMAGES = join(ROOT, 'site/images/screens')
/** For each screen, the hash of its sources when its pictures were taken. */
const MANIFEST = join(SCREEN_IMAGES, 'taken.json')

/** The ids of the screens whose sources have changed since, or of which a picture is missing. */
export function agedScreens(): string[] {
  const taken = readManifest()
  return SCREENS.filter(
    (screen) =>
      taken[screen.id] !== hashSources(screen) || !picturesOf(screen).every((path) => existsSync(path)),
  ).map(({ id }) => id)
}

/** Writes down that the pictures of a screen are as its sources are now. */
export function noteTaken(screen: Screen): void {
  const taken = { ...readManifest(), [screen.id]: hashSources(screen) }
  const sorted = Object.fromEntries(Object.entries(taken).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(MANIFEST, `${JSON.stringify(sorted, null, 2)}\n`)
}

function readManifest(): Record<string, string> {
  return existsSync(MANIFEST) ? JSON.parse(readFileSync(MANIFEST, 'utf8')) : {}
}

function picturesOf(screen: Screen): string[] {
  return LANGUAGES.flatMap((language) => [
    ...screen.themes.flatMap((theme) =>
      CROPS.flatMap((crop) => [
        pictureFile(screen, language, theme, crop),
        docsFile(screen, language, theme, crop) ?? [],
      ]).flat(),
    ),
    ...(screen.film ? Object.values(filmFiles(screen, language)) : []),
  ])
}

/** The path of a picture of a screen. */
export function pictureFile({ id }: Screen, language: Language, theme: Theme, crop: Crop): string {
  return join(SCREEN_IMAGES, id, `${language}-${theme}${crop === 'wide' ? '' : `-${crop}`}.avif`)
}

/** The path of the picture for `docs/`; undefined for screens that are not shown there. */
export function docsFile({ docs }: Screen, language: Language, theme: Theme, crop: Crop): string | undefined {
  if (docs === undefined || language !== 'en' || crop !== 'wide') return undefined
  return join(ROOT, 'docs', `${docs}-${theme}.webp`)
}

/** The paths of the film of a screen, and of the picture that stands there before it plays. */
export function filmFiles({ id }: Screen, language: Language) {
  const path = join(SCREEN_IMAGES, id, `loop-${language}`)
  return { film: `${path}.webm`, poster: `${path}.avif` }
}

function hashSources({ id, sources }: Screen): string {
  return hashFiles([...sources, `tools/pictures/screens/${id}.ts`])
}
