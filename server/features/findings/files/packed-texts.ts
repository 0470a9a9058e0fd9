import { promisify } from 'node:util'
import { constants, deflateRaw, inflateRaw } from 'node:zlib'

/** Texts packed at once. */
const PACKED_AT_ONCE = 1000

/** Keeps many similar texts compressed, in order. Packing and unpacking run in other threads, so requests do not wait. */
export class PackedTexts {
  readonly #packs: Buffer[] = []
  #texts: string[] = []

  async add(text: string): Promise<void> {
    this.#texts.push(text)
    if (this.#texts.length < PACKED_AT_ONCE) return
    const pack = Buffer.from(JSON.stringify(this.#texts))
    this.#texts = []
    this.#packs.push(await promisify(deflateRaw)(pack, { level: constants.Z_BEST_SPEED }))
  }

  /** The texts, in batches. */
  async *groups(): AsyncGenerator<string[], undefined> {
    for (const pack of this.#packs) {
      const texts = await promisify(inflateRaw)(pack)
      yield JSON.parse(texts.toString()) as string[]
    }
    if (this.#texts.length > 0) yield this.#texts
  }
}
