import { CLOUD_POINT_BYTES, type CloudNode } from '#domain/pictures/point-cloud.ts'
import { loadFile } from '#panel/api/load-file.ts'
import { retryPause } from '#panel/api/pictures/retry-pause.ts'
import { RequestError } from '#panel/api/request-error.ts'

/** So many nodes are on their way at the same time. */
const PARALLEL = 4

type WantedNode = Pick<CloudNode, 'number' | 'points'>

interface NodeEvents {
  onLoad: (node: number, bytes: ArrayBuffer) => void
  /** Whether nodes could not be loaded, and are tried again. */
  onTrouble: (isTrouble: boolean) => void
  /** The server does not have the cloud in this form any more. */
  onGone: () => void
}

/** @throws RangeError if these are not the points of the node, but a page of a proxy, for example */
export function expectPointsOf({ points }: Pick<CloudNode, 'points'>, bytes: ArrayBuffer): void {
  if (bytes.byteLength !== points * CLOUD_POINT_BYTES)
    throw new RangeError('These are not the points of the node.')
}

/** Loads the points of nodes, a few at the same time. It aborts the requests of nodes that are not wanted any more. */
export class NodeLoader {
  readonly #addressOf: (node: number) => string
  readonly #events: NodeEvents
  readonly #running = new Map<number, AbortController>()
  readonly #disposal = new AbortController()
  #wanted: WantedNode[] = []
  /** The number of failures since the last success. */
  #failures = 0
  #pause: ReturnType<typeof setTimeout> | undefined

  /** @param nodeUrl the address of a node, with `{node}` for its number */
  constructor(nodeUrl: string, events: NodeEvents) {
    this.#addressOf = (node) => nodeUrl.replace('{node}', String(node))
    this.#events = events
    window.addEventListener('online', () => this.#goOn(), { signal: this.#disposal.signal })
  }

  /** @param nodes the nodes to load, the most urgent first; the requests of all others are aborted */
  want(nodes: WantedNode[]): void {
    this.#wanted = nodes
    const kept = new Set(nodes.map(({ number }) => number))
    for (const [node, controller] of this.#running) if (!kept.has(node)) controller.abort()
    if (nodes.length === 0 && this.#failures > 0) this.#succeed()
    this.#start()
  }

  dispose(): void {
    this.#disposal.abort()
    this.#wanted = []
    for (const controller of this.#running.values()) controller.abort()
    clearTimeout(this.#pause)
  }

  #start(): void {
    if (this.#pause !== undefined) return
    for (const node of this.#wanted) {
      if (this.#running.size >= PARALLEL) return
      if (!this.#running.has(node.number)) void this.#load(node)
    }
  }

  async #load(node: WantedNode): Promise<void> {
    const { number } = node
    const controller = new AbortController()
    this.#running.set(number, controller)
    try {
      const bytes = await loadFile(this.#addressOf(number), { signal: controller.signal })
      // The last bytes may have come just before.
      controller.signal.throwIfAborted()
      expectPointsOf(node, bytes)
      this.#wanted = this.#wanted.filter((other) => other.number !== number)
      this.#succeed()
      this.#events.onLoad(number, bytes)
    } catch (error) {
      if (!controller.signal.aborted) this.#fail(error)
    } finally {
      this.#running.delete(number)
      this.#start()
    }
  }

  #succeed(): void {
    this.#failures = 0
    this.#events.onTrouble(false)
  }

  #fail(error: unknown): void {
    if (error instanceof RequestError && error.status === 404) {
      this.#wanted = []
      this.#events.onGone()
      return
    }
    this.#events.onTrouble(true)
    // The nodes that are on their way together fail together.
    if (this.#pause !== undefined) return
    const retryAt = error instanceof RequestError ? error.retryAt : undefined
    const waitMs = retryAt === undefined ? undefined : retryAt - Date.now()
    const ms = retryPause(this.#failures, waitMs)
    this.#failures += 1
    this.#pause = setTimeout(() => this.#goOn(), ms)
  }

  /** Ends the pause. */
  #goOn(): void {
    clearTimeout(this.#pause)
    this.#pause = undefined
    this.#start()
  }
}
