import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { LANGUAGES, type Language } from '../../domain/text/language.ts'
import { CROPS, type Crop, type Screen, type Theme } from './screens/screen.ts'
import { SCREENS } from './screens/screens.ts'

const ROOT = join(import.meta.dirname, '../..')
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
  return LANGUAGES.flatMap((language) =>
    screen.themes.flatMap((theme) => CROPS.map((crop) => pictureFile(screen, language, theme, crop))),
  )
}

/** The path of a picture of a screen. */
export function pictureFile({ id }: Screen, language: Language, theme: Theme, crop: Crop): string {
  return join(SCREEN_IMAGES, id, `${language}-${theme}${crop === 'wide' ? '' : `-${crop}`}.avif`)
}

/** The SHA-256 of the paths and bytes of the sources, in the order of their paths. */
function hashSources({ id, sources }: Screen): string {
  const files = [...sources, `tools/pictures/screens/${id}.ts`].flatMap((source) =>
    filesIn(join(ROOT, source)),
  )
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(`${relative(ROOT, file)}\n`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}
