import { Group, type Points, type ShaderMaterial } from 'three'
import { chooseNodes, type Sight, type TreeNode } from './cloud-tree.ts'
import { NodeLoader } from './node-loader.ts'
import { makeNodePoints } from './node-points.ts'

/** The maximum number of points that are drawn at once. */
const SHOWN_POINTS_MAX = 2_500_000
/** The maximum number of points in the memory of the graphics card; each takes 16 bytes. */
const KEPT_POINTS_MAX = 5_000_000

interface LayerOptions {
  root: TreeNode
  rootBytes: ArrayBuffer
  nodeUrl: string
  material: ShaderMaterial
  /** Points have come: the picture has to be drawn again. */
  onPoints: () => void
  onTrouble: (isTrouble: boolean) => void
  onGone: () => void
}

/** The nodes of a cloud that are drawn. It loads those that are missing, and frees those that were not drawn for longest. */
export class CloudLayer {
  readonly group = new Group()
  readonly #options: LayerOptions
  readonly #loader: NodeLoader
  /** In the order of their last use, the most recent one last. */
  readonly #loaded = new Map<number, Points>()
  /** The number of points that are drawn. */
  shownPoints = 0

  constructor(options: LayerOptions) {
    this.#options = options
    const { nodeUrl, onTrouble, onGone } = options
    this.#loader = new NodeLoader(nodeUrl, {
      onLoad: (node, bytes) => {
        this.#add(node, bytes)
        options.onPoints()
      },
      onTrouble,
      onGone,
    })
    this.#add(options.root.number, options.rootBytes)
  }

  /** Shows the loaded nodes for what the camera sees, and loads the missing ones. */
  update(sight: Sight): void {
    const chosen = chooseNodes(this.#options.root, sight, SHOWN_POINTS_MAX)
    for (const points of this.#loaded.values()) points.visible = false
    this.shownPoints = 0
    const missing: TreeNode[] = []
    for (const node of chosen) {
      const { number, points: count } = node
      const points = this.#loaded.get(number)
      if (!points) {
        if (count > 0) missing.push(node)
        continue
      }
      points.visible = true
      this.shownPoints += count
      this.#loaded.delete(number)
      this.#loaded.set(number, points)
    }
    this.#forget()
    this.#loader.want(missing)
  }

  /** The nodes that are drawn. */
  get drawn(): Points[] {
    return [...this.#loaded.values()].filter(({ visible }) => visible)
  }

  dispose(): void {
    this.#loader.dispose()
    for (const node of [...this.#loaded.keys()]) this.#remove(node)
  }

  #add(node: number, bytes: ArrayBuffer): void {
    const points = makeNodePoints(bytes, this.#options.material)
    this.group.add(points)
    this.#loaded.set(node, points)
  }

  /** Frees the memory of the nodes that were drawn longest ago. The root stays. */
  #forget(): void {
    let kept = 0
    for (const [node, points] of [...this.#loaded].reverse()) {
      kept += points.geometry.getAttribute('position').count
      if (kept > KEPT_POINTS_MAX && !points.visible && node !== this.#options.root.number) this.#remove(node)
    }
  }

  #remove(node: number): void {
    const points = this.#loaded.get(node)
    this.#loaded.delete(node)
    if (!points) return
    this.group.remove(points)
    points.geometry.dispose()
  }
}
