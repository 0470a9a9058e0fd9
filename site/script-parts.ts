import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const FILE = fileURLToPath(new URL('../.build/script-parts.json', import.meta.url))

/** For each built script, how many bytes of code come from which package or folder, before they are minified. */
export type ScriptParts = Record<string, Record<string, number>>

/** Records what the built scripts consist of, so that `npm run check` can name the largest parts. */
export function recordScriptParts(): Plugin {
  return {
    name: 'record-script-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle(_, bundle) {
      const parts: ScriptParts = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const ofChunk: Record<string, number> = {}
        for (const [id, { renderedLength }] of Object.entries(chunk.modules))
          ofChunk[partOf(id)] = (ofChunk[partOf(id)] ?? 0) + renderedLength
        parts[chunk.fileName] = ofChunk
      }
      mkdirSync(dirname(FILE), { recursive: true })
      writeFileSync(FILE, JSON.stringify(parts))
    },
  }
}

export function readScriptParts(): ScriptParts {
  return JSON.parse(readFileSync(FILE, 'utf8'))
}

/** The name of the package, or the first two folders of the project. */
function partOf(id: string): string {
  const [, named] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? []
  if (named !== undefined) return named
  const [, folder] = /.*?\/((?:content|domain|panel|site)(?:\/[^/.]+)?)(?=[/.])/.exec(id) ?? []
  return folder ?? id.trim()
}
