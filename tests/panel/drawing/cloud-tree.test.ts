import { describe, expect, it } from 'vitest'
import { type CloudNode, readCloudNodes } from '#domain/pictures/point-cloud.ts'
import { chooseNodes, makeTree, type Sight } from '#panel/turbine-page/point-cloud/cloud-tree.ts'

/** A root with two children; the first of them has one, too. */
const NODES: CloudNode[] = [
  { number: 0, parent: -1, level: 0, points: 100, box: [0, 0, 0, 8, 8, 8] },
  { number: 1, parent: 0, level: 1, points: 50, box: [0, 0, 0, 4, 4, 4] },
  { number: 2, parent: 0, level: 1, points: 60, box: [4, 4, 4, 8, 8, 8] },
  { number: 3, parent: 1, level: 2, points: 70, box: [0, 0, 0, 2, 2, 9] },
]
const ROOT = makeTree(NODES, { cell: 8 })

/** Sees all boxes; a cell of width 1 has so many pixels, a little less on the right. */
const sight = (pixels: number, sees: Sight['sees'] = () => true): Sight => ({
  sees,
  pixels: (width, [left]) => width * pixels - left,
})
const chosen = (of: Sight, most = 1000) => chooseNodes(ROOT, of, most).map(({ number }) => number)

describe('the nodes of a cloud that are drawn', () => {
  it('are only the root if the cloud is small on the screen', () => {
    expect(chosen(sight(1))).toEqual([0])
  })

  it('are more of them as the cloud gets larger, the largest first', () => {
    expect(chosen(sight(42))).toEqual([0, 1, 2])
    expect(chosen(sight(80))).toEqual([0, 1, 2, 3])
  })

  it('are not those out of view, nor those below them', () => {
    expect(chosen(sight(80, ([left]) => left >= 4))).toEqual([0, 2])
  })

  it('have no more points than are allowed, except the root', () => {
    expect(chosen(sight(80), 155)).toEqual([0, 1])
    expect(chosen(sight(80), 1)).toEqual([0])
  })

  it('are looked for in the boxes of all points below', () => {
    expect(ROOT.reach).toEqual([0, 0, 0, 8, 8, 9])
    expect(chosen(sight(80, ([, , , , , top]) => top === 9))).toEqual([0, 1, 3])
  })
})

describe('the table of nodes', () => {
  const entry = (parent: number) => {
    const view = new DataView(new ArrayBuffer(40))
    view.setInt32(0, parent, true)
    view.setUint32(8, 5, true)
    view.setFloat32(12, 1.5, true)
    view.setFloat32(32, -2.5, true)
    return new Uint8Array(view.buffer)
  }
  const table = (...parents: number[]) =>
    Uint8Array.from(parents.flatMap((parent) => [...entry(parent)])).buffer

  it('is read', () => {
    expect(readCloudNodes(table(-1, 0))).toEqual([
      { number: 0, parent: -1, level: 0, points: 5, box: [1.5, 0, 0, 0, 0, -2.5] },
      { number: 1, parent: 0, level: 0, points: 5, box: [1.5, 0, 0, 0, 0, -2.5] },
    ])
  })

  it.each<[string, ArrayBuffer]>([
    ['no nodes', new ArrayBuffer(0)],
    ['half of a node', new ArrayBuffer(20)],
    ['a node that is its own parent', table(-1, 1)],
    ['a root with a parent', table(0)],
    ['two roots', table(-1, -1)],
  ])('is refused with %s', (_, bytes) => {
    expect(() => readCloudNodes(bytes)).toThrow(RangeError)
  })
})
