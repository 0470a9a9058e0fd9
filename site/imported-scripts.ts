import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The `import` and the `export … from` of a built script. A dynamic import has a bracket after the keyword. */
const IMPORT = /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g
/** An island that is not rendered before, and so needs its scripts at once. */
const ISLAND = /<astro-island\b[^>]*\bclient="only"[^>]*>/g
const SCRIPT = /(?:component|renderer)-url="\/_astro\/([\w.-]+\.js)"/g

/** These built scripts and all that they import. @param folder of the scripts */
function withImports(folder: string, names: string[]): string[] {
  const found = new Set(names)
  // A set also visits what is added during the visit.
  for (const name of found) {
    const code = readFileSync(join(folder, name), 'utf8')
    for (const [, imported = ''] of code.matchAll(IMPORT)) found.add(imported)
  }
  return [...found]
}

/** The names of the scripts that a page needs before it can show anything. */
export function firstScripts(html: string, folder: string): string[] {
  const islands = html.match(ISLAND) ?? []
  const entries = islands.flatMap((island) => [...island.matchAll(SCRIPT)].map(([, name = '']) => name))
  return withImports(folder, entries)
}

/** The names of the scripts of a page without islands. */
export function pageScripts(html: string, folder: string): string[] {
  const entries = [...html.matchAll(/<script[^>]* src="\/_astro\/([\w.-]+\.js)"/g)]
  return withImports(
    folder,
    entries.map(([, name = '']) => name),
  )
}
