import { loadFile } from '#panel/api/load-file.ts'
import { RequestError } from '#panel/api/request-error.ts'

/** So many nodes are on their way at the same time. */
const PARALLEL = 4
/** The pause before a node is requested again after a failure, in milliseconds. */
const RETRY_MS = 3000

interface NodeEvents {
  onLoad: (node: number, bytes: ArrayBuffer) => void
  /** Whether nodes could not be loaded, and are tried again. */
  onTrouble: (isTrouble: boolean) => void
  /** The server does not have the cloud in this form any more. */
  onGone: () => void
}

/** Loads the points of nodes, a few at the same time. It aborts the requests of nodes that are not wanted any more. */
export class NodeLoader {
  readonly #addressOf: (node: number) => string
  readonly #events: NodeEvents
  readonly #running = new Map<number, AbortController>()
  #wanted: number[] = []
  #pause: ReturnType<typeof setTimeout> | undefined

  /** @param nodeUrl the address of a node, with `{node}` for its number */
  constructor(nodeUrl: string, events: NodeEvents) {
    this.#addressOf = (node) => nodeUrl.replace('{node}', String(node))
    this.#events = events
  }

  /** @param nodes the nodes to load, the most urgent first; the requests of all others are aborted */
  want(nodes: number[]): void {
    this.#wanted = nodes
    const kept = new Set(nodes)
    for (const [node, controller] of this.#running) if (!kept.has(node)) controller.abort()
    this.#start()
  }

  dispose(): void {
    this.want([])
    clearTimeout(this.#pause)
  }

  #start(): void {
    if (this.#pause !== undefined) return
    for (const node of this.#wanted) {
      if (this.#running.size >= PARALLEL) return
      if (!this.#running.has(node)) void this.#load(node)
    }
  }

  async #load(node: number): Promise<void> {
    const controller = new AbortController()
    this.#running.set(node, controller)
    try {
      const bytes = await loadFile(this.#addressOf(node), { signal: controller.signal })
      this.#wanted = this.#wanted.filter((other) => other !== node)
      this.#events.onTrouble(false)
      this.#events.onLoad(node, bytes)
    } catch (error) {
      if (!controller.signal.aborted) this.#fail(error)
    } finally {
      this.#running.delete(node)
      this.#start()
    }
  }

  #fail(error: unknown): void {
    if (error instanceof RequestError && error.status === 404) {
      this.#events.onGone()
      return
    }
    this.#events.onTrouble(true)
    this.#pause ??= setTimeout(() => {
      this.#pause = undefined
      this.#start()
    }, RETRY_MS)
  }
}
