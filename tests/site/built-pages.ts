import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Window } from 'happy-dom'

const DIST = join(import.meta.dirname, '../../dist')

/** Tests of the built pages are skipped if there is no build. */
export const isBuilt = existsSync(join(DIST, 'index.html'))

export interface BuiltPage {
  /** The path, such as `/en/about` or `/404`. */
  path: string
  html: string
  document: Document
}

/** Every page of `dist/` except the panel's shell, whose content is rendered by its script. */
export function readBuiltPages(): BuiltPage[] {
  return globSync('**/*.html', { cwd: DIST })
    .filter((name) => !name.startsWith('panel'))
    .sort()
    .map((name) => {
      const html = readFileSync(join(DIST, name), 'utf8')
      const path = `/${name.replace(/(?:\/?index)?\.html$/, '')}`
      return { path, html, document: parse(html) }
    })
}

/** The parsed document of the file: no script runs and no resource is loaded. */
function parse(html: string): Document {
  const window = new Window({
    settings: {
      disableJavaScriptFileLoading: true,
      disableJavaScriptEvaluation: true,
      disableCSSFileLoading: true,
    },
  } as ConstructorParameters<typeof Window>[0])
  return new window.DOMParser().parseFromString(html, 'text/html') as unknown as Document
}
