import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Window } from 'happy-dom'

const DIST = join(import.meta.dirname, '../../dist')

/** Tests of the built pages are skipped where they are not built. */
export const isBuilt = existsSync(join(DIST, 'index.html'))

export interface BuiltPage {
  /** Such as `/en/about`; of a page that answers for others, `/404`. */
  path: string
  html: string
  document: Document
}

/** Every page of `dist/` but the panel's shell, whose content its script makes. */
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

/** The document as it stands in the file: no script of it runs, nothing it names is loaded. */
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
