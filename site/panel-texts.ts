import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PANEL = join(ROOT, 'panel/panel.tsx')

const REQUEST = /^#content\/panel\/(tr|en)\.json\?(first|rest)$/
const MADE = /^virtual:panel-texts\/(tr|en)-(first|rest)$/
/** Also those of several lines. An import of types only loads nothing. */
const IMPORT = /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm
/** The beginning of a template with values, such as `state.` of `state.${state}`, and whole strings. */
const STRING = /['`]([\w-]+(?:\.[\w-]*)*)(?:['`]|\$\{)/g

const WITHOUT_PARSER = [
  {
    find: /^@formatjs\/icu-messageformat-parser$/,
    replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
  },
]

/**
 * Compiles the texts of the panel: those that the first screen may use are one file of each language, the others a second one, both
 * without the messages' own language, so that no parser is loaded. During development and in tests, they stay as they are written.
 */
export function panelTexts(): Plugin {
  let isBuild = false
  return {
    name: 'panel-texts',
    enforce: 'pre',
    config: (_, { command }) => {
      isBuild = command === 'build'
      return isBuild ? { resolve: { alias: WITHOUT_PARSER } } : undefined
    },
    resolveId: {
      filter: { id: REQUEST },
      handler: (source) =>
        isBuild
          ? source.replace(REQUEST, 'virtual:panel-texts/$1-$2')
          : source.replace(REQUEST, join(ROOT, 'content/panel/$1.json')),
    },
    load: {
      filter: { id: MADE },
      handler(id) {
        const [, language, part] = MADE.exec(id) ?? []
        const texts: Record<string, string> = JSON.parse(
          readFileSync(join(ROOT, `content/panel/${language}.json`), 'utf8'),
        )
        const isFirst = firstTexts(Object.keys(texts))
        const chosen = Object.entries(texts).filter(([name]) => isFirst.has(name) === (part === 'first'))
        const compiled = Object.fromEntries(chosen.map(([name, text]) => [name, compileText(text)]))
        // A browser reads JSON in a string faster than the same object as script.
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`
      },
    },
  }
}

/** A text without values stays a text. */
function compileText(text: string): string | MessageFormatElement[] {
  const elements = parse(text)
  const [only] = elements
  return elements.length === 1 && only?.type === TYPE.literal ? only.value : elements
}

/**
 * The names of the texts that the modules of the first screen may use: those that are written in them, and those that begin with what is
 * written in them, because a module may put a name together.
 */
function firstTexts(names: string[]): Set<string> {
  const written = new Set<string>()
  for (const file of firstModules()) {
    for (const [, string = ''] of readFileSync(file, 'utf8').matchAll(STRING)) written.add(string)
  }
  return new Set(names.filter((name) => beginningsOf(name).some((beginning) => written.has(beginning))))
}

/** `a.b.c`, `a.b.`, `a.b` and `a.`, but not `a`, which is a word of the code. */
function beginningsOf(name: string): string[] {
  const parts = name.split('.')
  const heads = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'))
  return [name, ...heads.map((head) => `${head}.`), ...heads.filter((head) => head.includes('.'))]
}

/** The modules of the project that the browser loads with the panel, because they are imported by `import`, not by `import()`. */
function firstModules(): Set<string> {
  const found = new Set([PANEL])
  // A set also visits what is added during the visit.
  for (const file of found) {
    for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const path = imported.startsWith('#') ? join(ROOT, imported.slice(1)) : join(dirname(file), imported)
      if (/^[#.]/.test(imported) && /\.tsx?$/.test(path) && existsSync(path)) found.add(path)
    }
  }
  return found
}
