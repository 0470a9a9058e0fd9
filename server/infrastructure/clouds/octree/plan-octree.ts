import type { CloudFrame } from './cloud-frame.ts'
import type { CloudSample } from './survey-cloud.ts'

/** Target number of points of a node, roughly. */
const NODE_POINTS = 65_536
/** A very large cloud has larger nodes, which bounds their number. */
const NODES_ROUGHLY_MAX = 8000
/** A cell with so much more than a node has is not divided. */
const TOLERANCE = 1.25
/** Cells with a smaller fraction of a node's points get none: their points stay in the parent. */
const SMALLEST_PART = 1 / 32
/** The deepest level: points in such a cell are nearly at the same place. */
const LEVEL_MAX = 24

/** The nodes of an octree, in arrays, because each point of the cloud queries it. */
export class Octree {
  readonly parents: number[] = []
  readonly levels: number[] = []
  /** A point with a smaller share stays in the node. */
  readonly #limits: number[] = []
  /** The centre of each cell. */
  readonly #middles: number[] = []
  /** Eight per node; -1 without a child. */
  readonly #children: number[] = []

  get count(): number {
    return this.parents.length
  }

  /** @returns the number of the node */
  add(parent: number, level: number, limit: number, middle: readonly [number, number, number]): number {
    this.parents.push(parent)
    this.levels.push(level)
    this.#limits.push(limit)
    this.#middles.push(...middle)
    this.#children.push(-1, -1, -1, -1, -1, -1, -1, -1)
    return this.count - 1
  }

  setChild(node: number, octant: number, child: number): void {
    this.#children[node * 8 + octant] = child
  }

  /** The node of a point. @param share see `shareOfPoint` @param x relative to the origin, as y and z */
  nodeOf(share: number, x: number, y: number, z: number): number {
    for (let node = 0; ; ) {
      if (share < (this.#limits[node] as number)) return node
      const octant =
        (x >= (this.#middles[node * 3] as number) ? 1 : 0) +
        (y >= (this.#middles[node * 3 + 1] as number) ? 2 : 0) +
        (z >= (this.#middles[node * 3 + 2] as number) ? 4 : 0)
      const child = this.#children[node * 8 + octant] as number
      if (child === -1) return node
      node = child
    }
  }
}

interface Cell {
  /** Its points of the sample: from `start` to before `end` in the order. */
  start: number
  end: number
  level: number
  middle: [number, number, number]
  /** Half of its width. */
  half: number
  /** Points with a smaller share are in the ancestors. */
  taken: number
  /** The parent's number, and the octant of the cell in it; -1 for the root. */
  parent: number
  octant: number
}

/**
 * Divides the space of a cloud so that each node has about `NODE_POINTS` points: an even sample of those in its cell. The remaining points
 * of a cell are in its children. The sample suffices, without the exact number of points of a cell.
 */
export function planOctree(sample: CloudSample, { origin, min, max, cell }: CloudFrame): Octree {
  const total = sample.count * sample.weight
  const planner = new Planner(sample, origin, Math.max(NODE_POINTS, Math.ceil(total / NODES_ROUGHLY_MAX)))
  const middle = min.map((from, axis) => (from + (max[axis] ?? 0)) / 2) as [number, number, number]
  return planner.plan(middle, cell / 2)
}

class Planner {
  readonly #sample: CloudSample
  readonly #origin: readonly [number, number, number]
  readonly #nodePoints: number
  readonly #octree = new Octree()
  /** The points of the sample, grouped by cell. */
  readonly #order: Uint32Array
  readonly #spare: Uint32Array

  constructor(sample: CloudSample, origin: readonly [number, number, number], nodePoints: number) {
    this.#sample = sample
    this.#origin = origin
    this.#nodePoints = nodePoints
    this.#order = Uint32Array.from({ length: sample.count }, (_, index) => index)
    this.#spare = new Uint32Array(sample.count)
  }

  plan(middle: [number, number, number], half: number): Octree {
    // Level by level, so that parents have smaller numbers.
    const waiting: Cell[] = [
      { start: 0, end: this.#sample.count, level: 0, middle, half, taken: 0, parent: -1, octant: -1 },
    ]
    for (const cell of waiting) waiting.push(...this.#addNode(cell))
    return this.#octree
  }

  /** @returns the child cells that get nodes */
  #addNode(cell: Cell): Cell[] {
    const { level, middle, taken, parent, octant } = cell
    const points = (cell.end - cell.start) * this.#sample.weight
    const left = points * (1 - taken)
    const isLeaf = level === LEVEL_MAX || left <= this.#nodePoints * TOLERANCE
    const limit = isLeaf ? 1 : taken + this.#nodePoints / points
    const node = this.#octree.add(parent, level, limit, middle)
    if (parent !== -1) this.#octree.setChild(parent, octant, node)
    if (isLeaf) return []
    return this.#divide(cell, node, limit).filter(
      ({ start, end }) =>
        (end - start) * this.#sample.weight * (1 - limit) > this.#nodePoints * SMALLEST_PART,
    )
  }

  #divide({ start, end, level, middle, half }: Cell, parent: number, taken: number): Cell[] {
    const counts = new Uint32Array(8)
    for (let at = start; at < end; at += 1) {
      const octant = this.#octantOf(this.#order[at] as number, middle)
      counts[octant] = (counts[octant] ?? 0) + 1
    }
    let next = start
    const starts = [...counts].map((count) => {
      next += count
      return next - count
    })
    const places = Uint32Array.from(starts)
    for (let at = start; at < end; at += 1) {
      const point = this.#order[at] as number
      const octant = this.#octantOf(point, middle)
      this.#spare[places[octant] as number] = point
      places[octant] = (places[octant] as number) + 1
    }
    this.#order.set(this.#spare.subarray(start, end), start)
    const quarter = half / 2
    return starts.map((from, octant) => ({
      start: from,
      end: from + (counts[octant] ?? 0),
      level: level + 1,
      middle: middle.map((at, axis) => at + (octant & (1 << axis) ? quarter : -quarter)) as Cell['middle'],
      half: quarter,
      taken,
      parent,
      octant,
    }))
  }

  #octantOf(point: number, [x, y, z]: Cell['middle']): number {
    const { x: xs, y: ys, z: zs } = this.#sample
    const [originX, originY, originZ] = this.#origin
    return (
      ((xs[point] as number) - originX >= x ? 1 : 0) +
      ((ys[point] as number) - originY >= y ? 2 : 0) +
      ((zs[point] as number) - originZ >= z ? 4 : 0)
    )
  }
}
