import type { FileHandle } from 'node:fs/promises'
import { CloudRefused } from './cloud-refused.ts'
import { readFully } from './read-records.ts'

/** How far back a copy can begin, in bytes. */
const WINDOW_BYTES = 8192
/** Maximum bytes that one decoder step reads and writes. */
const STEP_READS_MAX = 33
export const LZF_STEP_WRITES_MAX = 264
const INPUT_BYTES = 256 * 1024
const OUTPUT_BYTES = 512 * 1024

/** A restart point of a decoder. */
export interface LzfPlace {
  /** The position of the next step in the file. */
  input: number
  /** The bytes decoded before. */
  output: number
  /** The last bytes of them. */
  window: Buffer
}

/**
 * An incremental LZF decoder. It holds only the last 8 KiB, so the output may exceed the memory.
 *
 * @see https://oldhome.schmorp.de/marc/liblzf.html
 */
export class LzfStream {
  readonly #file: FileHandle
  /** The end of the compressed data in the file. */
  readonly #end: number
  readonly #input = Buffer.allocUnsafeSlow(INPUT_BYTES)
  /** The position of the input buffer in the file. */
  #inputStart: number
  #inputLength = 0
  #inputAt = 0
  readonly #output = Buffer.allocUnsafeSlow(OUTPUT_BYTES)
  /** The decoded bytes before the output buffer. */
  #outputStart: number
  #outputAt: number
  /** The next byte of the output buffer that `take` returns. */
  #taken: number

  constructor(file: FileHandle, end: number, { input, output, window }: LzfPlace) {
    this.#file = file
    this.#end = end
    this.#inputStart = input
    window.copy(this.#output)
    this.#outputAt = window.length
    this.#taken = window.length
    this.#outputStart = output - window.length
  }

  /** The number of decoded bytes. */
  get decoded(): number {
    return this.#outputStart + this.#outputAt
  }

  /** True after all compressed bytes. */
  get isAtEnd(): boolean {
    return this.#inputStart + this.#inputAt === this.#end
  }

  get place(): LzfPlace {
    const window = this.#output.subarray(Math.max(0, this.#outputAt - WINDOW_BYTES), this.#outputAt)
    return { input: this.#inputStart + this.#inputAt, output: this.decoded, window: Buffer.from(window) }
  }

  /** Decodes and discards up to `target` bytes. @throws CloudRefused if the data are damaged */
  async skipTo(target: number): Promise<void> {
    while (this.decoded < target) {
      this.#taken = this.#outputAt
      await this.#decode(target)
    }
    this.#taken = target - this.#outputStart
  }

  /** The next `length` bytes, at most `OUTPUT_BYTES / 2`. They are valid until the next call. @throws CloudRefused */
  async take(length: number): Promise<Buffer> {
    while (this.#outputAt - this.#taken < length) await this.#decode(this.#outputStart + this.#taken + length)
    const start = this.#taken
    this.#taken += length
    return this.#output.subarray(start, this.#taken)
  }

  /** Decodes until `target` bytes are decoded, or a buffer must be refilled or flushed. */
  async #decode(target: number): Promise<void> {
    if (this.#inputLength - this.#inputAt <= STEP_READS_MAX) await this.#readInput()
    if (this.#output.length - this.#outputAt <= LZF_STEP_WRITES_MAX) this.#makeRoom()
    const [input, output] = [this.#input, this.#output]
    const isLast = this.#inputStart + this.#inputLength === this.#end
    const inputEnd = isLast ? this.#inputLength : this.#inputLength - STEP_READS_MAX
    const outputEnd = Math.min(output.length - LZF_STEP_WRITES_MAX, target - this.#outputStart)
    let from = this.#inputAt
    let to = this.#outputAt
    // The input ends before the target.
    if (from >= inputEnd) throw new CloudRefused('cloud_damaged')
    while (from < inputEnd && to < outputEnd) {
      const control = input[from++] as number
      if (control < 32) {
        const length = control + 1
        if (from + length > this.#inputLength) throw new CloudRefused('cloud_damaged')
        for (let left = length; left > 0; left -= 1) output[to++] = input[from++] as number
        continue
      }
      let length = control >> 5
      if (length === 7) length += input[from++] ?? Number.NaN
      const back = ((control & 31) << 8) + (input[from++] ?? Number.NaN) + 1
      let source = to - back
      if (!(source >= 0) || Number.isNaN(length) || from > this.#inputLength)
        throw new CloudRefused('cloud_damaged')
      for (let left = length + 2; left > 0; left -= 1) output[to++] = output[source++] as number
    }
    this.#inputAt = from
    this.#outputAt = to
  }

  async #readInput(): Promise<void> {
    this.#inputStart += this.#inputAt
    this.#inputAt = 0
    const piece = this.#input.subarray(0, Math.min(INPUT_BYTES, this.#end - this.#inputStart))
    this.#inputLength = (await readFully(this.#file, piece, this.#inputStart)).bytesRead
  }

  /** Moves the remaining input to the front. */
  #makeRoom(): void {
    const start = Math.max(0, Math.min(this.#taken, this.#outputAt - WINDOW_BYTES))
    this.#output.copyWithin(0, start, this.#outputAt)
    this.#outputStart += start
    this.#outputAt -= start
    this.#taken -= start
  }
}
