import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { readDrawing } from './drawing.ts'
import { listFolders, readImports } from './imports.ts'

interface Rule {
  name: string
  from: { path?: string }
}

const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as { forbidden: Rule[] }
const { layers, arrows } = readDrawing()

/** What the drawing shows of this path: the file itself, or its folder. Undefined for files that are in no drawn folder. */
function drawnAs(path: string): string | undefined {
  const parts = path.split('/')
  return [path, ...[3, 2, 1].map((depth) => parts.slice(0, depth).join('/'))].find((place) =>
    layers.has(place),
  )
}

/** The imports between two drawn folders, each with one file as an example. */
const imports = new Map<string, { from: string; to: string; example: string }>()
for (const { from: example, to: target } of readImports()) {
  const [from, to] = [drawnAs(example), drawnAs(target)]
  if (from && to && from !== to) imports.set(`${from} --> ${to}`, { from, to, example })
}

/** The arrow that an import needs: between the folders inside of a layer, else between the layers. */
function arrowFor({ from, to }: { from: string; to: string }): string {
  const [fromLayer, toLayer] = [layers.get(from), layers.get(to)]
  return fromLayer === toLayer ? `${from} --> ${to}` : `${fromLayer} --> ${toLayer}`
}

describe('the drawings in docs/architecture.md and docs/folders.md', () => {
  test('has every folder, and no folder that does not exist', () => {
    const folders = listFolders()
    const drawn = [...layers.keys()].filter((path) => !/\.tsx?$/.test(path))
    expect([
      ...folders.filter((folder) => !layers.has(folder)).map((folder) => `draw the folder ${folder}`),
      ...drawn.filter((folder) => !folders.includes(folder)).map((folder) => `remove the folder ${folder}`),
    ]).toEqual([])
  })

  test('has an arrow for every import, and no arrow without an import', () => {
    const needed = new Map([...imports.values()].map((found) => [arrowFor(found), found]))
    expect([
      ...[...needed]
        .filter(([arrow]) => !arrows.has(arrow))
        .map(([arrow, { example, to }]) => `draw the arrow ${arrow}: ${example} imports ${to}`),
      ...[...arrows].filter((arrow) => !needed.has(arrow)).map((arrow) => `remove the arrow ${arrow}`),
    ]).toEqual([])
  })

  test('has no two opposite arrows, and no two folders import each other', () => {
    const turned = (arrow: string) => arrow.split(' --> ').reverse().join(' --> ')
    expect([...arrows].filter((arrow) => arrows.has(turned(arrow)))).toEqual([])
    expect([...imports.keys()].filter((arrow) => imports.has(turned(arrow)))).toEqual([])
  })

  test.each([
    ['panel-ground', 'panel-ui-and-words-import-no-feature-and-no-api'],
    ['panel-middle', 'panel-second-layer-imports-no-feature'],
  ])('shows in %s the folders of the rule %s', (layer, name) => {
    const [, top, folders = ''] =
      /^\^(\w+)\/\(([^)]+)\)\/$/.exec(forbidden.find((rule) => rule.name === name)?.from.path ?? '') ?? []
    const ruled = folders.split('|').map((folder) => `${top}/${folder}`)
    const drawn = [...layers].filter(([, its]) => its === layer).map(([folder]) => folder)
    expect(drawn.sort()).toEqual(ruled.sort())
  })

  test.each(['commands', 'start', 'features', 'records', 'core', 'infrastructure'])(
    'shows the folders of server/%s in its own layer',
    (room) => {
      const inRoom = listFolders().filter((folder) => `${folder}/`.startsWith(`server/${room}/`))
      expect(inRoom.map((folder) => [folder, layers.get(folder)])).toEqual(
        inRoom.map((folder) => [folder, `server-${room}`]),
      )
    },
  )
})
