import { expect, it } from 'vitest'
import { CLOUD_NODE_BYTES, readCloudNodes } from '#domain/pictures/point-cloud.ts'
import { NodeTable } from '#server/infrastructure/clouds/octree/node-table.ts'
import { Octree } from '#server/infrastructure/clouds/octree/plan-octree.ts'

it('divides a node with very many points into several, each after the one before, and the nodes below follow the last one', () => {
  const octree = new Octree()
  const root = octree.add(-1, 0, 0.5, [0, 0, 0])
  const below = octree.add(root, 1, 1, [1, 1, 1])
  const table = new NodeTable(octree)
  for (let index = 0; index < 600_000; index += 1) table.count(root, index % 7, 2, -3)
  for (let index = 0; index < 5; index += 1) table.count(below, 1, 1, index)
  const bytes = table.encode()
  const box = [0, 2, -3, 6, 2, -3]
  expect(readCloudNodes(Uint8Array.from(bytes).buffer)).toEqual([
    { number: 0, parent: -1, level: 0, points: 262_144, box },
    { number: 1, parent: 0, level: 0, points: 262_144, box },
    { number: 2, parent: 1, level: 0, points: 75_712, box },
    { number: 3, parent: 2, level: 1, points: 5, box: [1, 1, 0, 1, 1, 4] },
  ])
  const firstPoints = [0, 1, 2, 3].map((node) => bytes.readUInt32LE(node * CLOUD_NODE_BYTES + 36))
  expect(firstPoints).toEqual([0, 262_144, 524_288, 600_000])
  expect([...table.firstPoints()]).toEqual([0, 600_000])
})
