import { promisify } from 'node:util'
import { constants, deflateRaw, inflateRaw } from 'node:zlib'

/** How many texts are packed at once. */
const PACKED_AT_ONCE = 1000

/**
 * Keeps many similar texts in little memory, in their order. Packing and unpacking run in threads of their own, so other requests do not
 * wait for them.
 */
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

  /** The texts, some at a time. */
  async *groups(): AsyncGenerator<string[], undefined> {
    for (const pack of this.#packs) {
      const texts = await promisify(inflateRaw)(pack)
      yield JSON.parse(texts.toString()) as string[]
    }
    if (this.#texts.length > 0) yield this.#texts
  }
}
