import { writeSync } from 'node:fs'
import { CLOUD_POINT_BYTES } from '#domain/pictures/point-cloud.ts'
import type { RecordPlace } from './point-record.ts'

/** The memory for all node buffers, in bytes. */
const BUFFERS_BYTES = 96 * 1024 * 1024
/** The buffer of one node, in points. */
const BUFFER_POINTS_MIN = 16
const BUFFER_POINTS_MAX = 4096

/** Writes points to the places of their nodes in a file, through a buffer for each node. */
export class NodeWriter {
  readonly #file: number
  readonly #buffer: Buffer
  readonly #bufferBytes: number
  /** By node: the filled bytes of its buffer. */
  readonly #filled: Uint32Array
  /** By node: the file position of its buffer. */
  readonly #starts: Float64Array
  readonly #place: RecordPlace

  /** @param firstPoints the start of each node, in points after `start` */
  constructor(file: number, start: number, firstPoints: Float64Array) {
    this.#file = file
    const nodes = firstPoints.length
    const fitting = Math.floor(BUFFERS_BYTES / nodes / CLOUD_POINT_BYTES)
    this.#bufferBytes = CLOUD_POINT_BYTES * Math.max(BUFFER_POINTS_MIN, Math.min(BUFFER_POINTS_MAX, fitting))
    this.#buffer = Buffer.alloc(nodes * this.#bufferBytes)
    this.#filled = new Uint32Array(nodes)
    this.#starts = firstPoints.map((first) => start + first * CLOUD_POINT_BYTES)
    const { buffer } = this.#buffer
    this.#place = { floats: new Float32Array(buffer), bytes: new Uint8Array(buffer), at: 0 }
  }

  /** The place for the next point of a node, valid until the next call. */
  next(node: number): RecordPlace {
    if (this.#filled[node] === this.#bufferBytes) this.#write(node)
    const filled = this.#filled[node] as number
    this.#filled[node] = filled + CLOUD_POINT_BYTES
    this.#place.at = node * this.#bufferBytes + filled
    return this.#place
  }

  /** Flushes the buffers. */
  flush(): void {
    for (let node = 0; node < this.#filled.length; node += 1) this.#write(node)
  }

  #write(node: number): void {
    const from = node * this.#bufferBytes
    const length = this.#filled[node] as number
    for (let done = 0; done < length; ) {
      done += writeSync(
        this.#file,
        this.#buffer,
        from + done,
        length - done,
        (this.#starts[node] as number) + done,
      )
    }
    this.#starts[node] = (this.#starts[node] as number) + length
    this.#filled[node] = 0
  }
}
