import type { CloudNode, PointCloud } from '#domain/pictures/point-cloud.ts'

/** A box: x, y and z of both corners. */
export type Box = CloudNode['box']

/** A node with what is below it. */
export interface TreeNode extends CloudNode {
  children: TreeNode[]
  /** The smallest box around the points of the node and of all nodes below it. */
  reach: Box
  /** The width of its cell. */
  cell: number
}

/** What the camera sees. */
export interface Sight {
  /** True if any part of the box may be in view. */
  sees(box: Box): boolean
  /** How large something of this width inside of the box is at most, in pixels of the screen. */
  pixels(width: number, box: Box): number
}

/** A node is drawn if its cell is at least so large, in pixels of the screen: then its points are some pixels apart. */
const CELL_PIXELS_MIN = 150

/** The octree of a cloud. @returns the root */
export function makeTree(nodes: readonly CloudNode[], { cell }: Pick<PointCloud, 'cell'>): TreeNode {
  const made = nodes.map(
    (node): TreeNode => ({ ...node, children: [], reach: node.box, cell: cell / 2 ** node.level }),
  )
  // Parents have smaller numbers, so the boxes below are complete first.
  for (const node of made.toReversed()) {
    const parent = made[node.parent]
    if (!parent) continue
    parent.children.push(node)
    parent.reach = around(parent.reach, node.reach)
  }
  const [root] = made
  if (!root) throw new RangeError('The cloud has no nodes.')
  return root
}

function around(a: Box, b: Box): Box {
  const low = (at: 0 | 1 | 2) => Math.min(a[at], b[at])
  const high = (at: 3 | 4 | 5) => Math.max(a[at], b[at])
  return [low(0), low(1), low(2), high(3), high(4), high(5)]
}

/**
 * Chooses the nodes to draw: those in view, the largest on the screen first, and a node only after the one above it.
 *
 * @param most the number of points that may be drawn; the root always is
 */
export function chooseNodes(root: TreeNode, sight: Sight, most: number): TreeNode[] {
  const chosen: TreeNode[] = []
  const waiting = new LargestFirst()
  waiting.add(root, Number.POSITIVE_INFINITY)
  let points = 0
  for (let node = waiting.take(); node; node = waiting.take()) {
    if (chosen.length > 0 && points + node.points > most) break
    chosen.push(node)
    points += node.points
    for (const child of node.children) {
      if (!sight.sees(child.reach)) continue
      const size = sight.pixels(child.cell, child.reach)
      if (size >= CELL_PIXELS_MIN) waiting.add(child, size)
    }
  }
  return chosen
}

/** A binary heap. */
class LargestFirst {
  readonly #items: { node: TreeNode; size: number }[] = []

  add(node: TreeNode, size: number): void {
    const items = this.#items
    let at = items.push({ node, size }) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (this.#sizeAt(above) >= size) break
      this.#swap(at, above)
      at = above
    }
  }

  take(): TreeNode | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (!first || !last || items.length === 0) return first?.node
    items[0] = last
    for (let at = 0; ; ) {
      const left = 2 * at + 1
      const larger = this.#sizeAt(left + 1) > this.#sizeAt(left) ? left + 1 : left
      if (this.#sizeAt(larger) <= this.#sizeAt(at)) return first.node
      this.#swap(at, larger)
      at = larger
    }
  }

  #sizeAt(index: number): number {
    return this.#items[index]?.size ?? Number.NEGATIVE_INFINITY
  }

  #swap(a: number, b: number): void {
    const items = this.#items
    const [first, second] = [items[a], items[b]]
    if (first && second) [items[a], items[b]] = [second, first]
  }
}
