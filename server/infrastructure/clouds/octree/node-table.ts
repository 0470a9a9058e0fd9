import { CLOUD_NODE_BYTES } from '#domain/pictures/point-cloud.ts'
import { CLOUD_NODE_POINTS_MAX } from './cloud-archive-layout.ts'
import type { Octree } from './plan-octree.ts'

/** Counts the points of each octree node, and finds their bounding box. */
export class NodeTable {
  readonly #octree: Octree
  readonly #counts: Uint32Array
  /** The minimum and maximum x, y and z of each node. */
  readonly #boxes: Float32Array

  constructor(octree: Octree) {
    this.#octree = octree
    this.#counts = new Uint32Array(octree.count)
    this.#boxes = new Float32Array(octree.count * 6)
    for (let node = 0; node < octree.count; node += 1) {
      this.#boxes.fill(Number.POSITIVE_INFINITY, node * 6, node * 6 + 3)
      this.#boxes.fill(Number.NEGATIVE_INFINITY, node * 6 + 3, node * 6 + 6)
    }
  }

  count(node: number, x: number, y: number, z: number): void {
    const boxes = this.#boxes
    const at = node * 6
    this.#counts[node] = (this.#counts[node] as number) + 1
    if (x < (boxes[at] as number)) boxes[at] = x
    if (y < (boxes[at + 1] as number)) boxes[at + 1] = y
    if (z < (boxes[at + 2] as number)) boxes[at + 2] = z
    if (x > (boxes[at + 3] as number)) boxes[at + 3] = x
    if (y > (boxes[at + 4] as number)) boxes[at + 4] = y
    if (z > (boxes[at + 5] as number)) boxes[at + 5] = z
  }

  /** The index of each node's first point in the archive. */
  firstPoints(): Float64Array {
    const first = new Float64Array(this.#octree.count)
    let next = 0
    for (const [node, count] of this.#counts.entries()) {
      first[node] = next
      next += count
    }
    return first
  }

  /**
   * The table of an archive, see `readCloudNodes`. A node with many more points than the sample predicted is split. An empty one stays if
   * it has children.
   */
  encode(): Buffer {
    const firstPoints = this.firstPoints()
    const entries: Buffer[] = []
    /** By node: the number of its last entry. */
    const numbers: number[] = []
    for (const [node, count] of this.#counts.entries()) {
      let parent = numbers[this.#octree.parents[node] ?? -1] ?? -1
      let first = firstPoints[node] ?? 0
      let left = count
      do {
        const points = Math.min(left, CLOUD_NODE_POINTS_MAX)
        entries.push(this.#entry(node, parent, points, first))
        parent = entries.length - 1
        first += points
        left -= points
      } while (left > 0)
      numbers.push(parent)
    }
    return Buffer.concat(entries)
  }

  #entry(node: number, parent: number, points: number, first: number): Buffer {
    const entry = Buffer.alloc(CLOUD_NODE_BYTES)
    entry.writeInt32LE(parent, 0)
    entry.writeUInt32LE(this.#octree.levels[node] ?? 0, 4)
    entry.writeUInt32LE(points, 8)
    for (let corner = 0; corner < 6; corner += 1) {
      const value = this.#boxes[node * 6 + corner] ?? 0
      entry.writeFloatLE(Number.isFinite(value) ? value : 0, 12 + corner * 4)
    }
    entry.writeUInt32LE(first, 36)
    return entry
  }
}
