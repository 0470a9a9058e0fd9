import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const DOCS = join(import.meta.dirname, '../../docs')
/** The drawing of the layers, and those of the folders in each layer. */
const PAGES = ['architecture.md', 'folders.md']

interface Drawing {
  /** The layer of each folder or file. */
  layers: Map<string, string>
  /** Arrows between two layers, or between two folders of one layer, as `from --> to`. */
  arrows: Set<string>
}

/**
 * Reads the Mermaid drawings of these pages. `server_features_photos[photos]` is the folder `server/features/photos`, and the subgraph
 * around it is its layer. Dotted arrows are not imports, so they are left out.
 */
export function readDrawing(): Drawing {
  const layers = new Map<string, string>()
  const arrows = new Set<string>()
  const text = PAGES.map((page) => readFileSync(join(DOCS, page), 'utf8')).join('\n')
  for (const [, drawing = ''] of text.matchAll(/```mermaid\n([\s\S]*?)```/g)) {
    let layer = ''
    for (const line of drawing.split('\n').map((written) => written.trim())) {
      const [, opened] = /^subgraph ([\w-]+)/.exec(line) ?? []
      const [, folder] = /^([\w.-]+)\[/.exec(line) ?? []
      const [, from, targets] = /^([\w.-]+) --> (.+)$/.exec(line) ?? []
      if (opened || line === 'end') layer = opened ?? ''
      else if (folder) layers.set(pathOf(folder), layer || pathOf(folder))
      else if (from && targets)
        for (const to of targets.split(' & ')) arrows.add(`${pathOf(from)} --> ${pathOf(to)}`)
    }
  }
  return { layers, arrows }
}

const pathOf = (id: string) => id.replaceAll('_', '/')
