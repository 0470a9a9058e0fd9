import { CloudRefused } from './cloud-refused.ts'

/**
 * The arithmetic decoder of LASzip for lists of integers, such as the chunk table, which laz-perf cannot read separately. Names follow the
 * specification.
 *
 * @see https://downloads.rapidlasso.de/doc/LAZ_Specification_1.4_R1.pdf sections 4 and 5
 */
const LENGTH_MAX = 0xffffffff
const LENGTH_MIN = 0x01000000
const BIT_SHIFT = 13
const SYMBOL_SHIFT = 15

/** The probability of each symbol, by its frequency. */
class SymbolModel {
  readonly counts: Uint32Array
  readonly distribution: Uint32Array
  #total = 0
  #cycle: number
  #untilUpdate = 0

  constructor(symbols: number) {
    this.counts = new Uint32Array(symbols).fill(1)
    this.distribution = new Uint32Array(symbols)
    this.#cycle = symbols
    this.#update()
    this.#cycle = (symbols + 6) >> 1
    this.#untilUpdate = this.#cycle
  }

  count(symbol: number): void {
    this.counts[symbol] = (this.counts[symbol] ?? 0) + 1
    this.#untilUpdate -= 1
    if (this.#untilUpdate === 0) this.#update()
  }

  #update(): void {
    const { counts, distribution } = this
    this.#total += this.#cycle
    if (this.#total > 1 << SYMBOL_SHIFT) {
      this.#total = 0
      for (const [symbol, count] of counts.entries()) {
        counts[symbol] = (count + 1) >> 1
        this.#total += counts[symbol] ?? 0
      }
    }
    const scale = Math.floor(0x80000000 / this.#total)
    let sum = 0
    for (const [symbol, count] of counts.entries()) {
      distribution[symbol] = Math.imul(scale, sum) >>> (31 - SYMBOL_SHIFT)
      sum += count
    }
    this.#cycle = Math.min((5 * this.#cycle) >> 2, (counts.length + 6) << 3)
    this.#untilUpdate = this.#cycle
  }
}

/** The probability of a 0 bit. */
class BitModel {
  zeros = 1
  probability = 1 << (BIT_SHIFT - 1)
  #total = 2
  #cycle = 4
  #untilUpdate = 4

  count(bit: 0 | 1): void {
    if (bit === 0) this.zeros += 1
    this.#untilUpdate -= 1
    if (this.#untilUpdate > 0) return
    this.#total += this.#cycle
    if (this.#total > 1 << BIT_SHIFT) {
      this.#total = (this.#total + 1) >> 1
      this.zeros = (this.zeros + 1) >> 1
      if (this.zeros === this.#total) this.#total += 1
    }
    this.probability = Math.imul(this.zeros, Math.floor(0x80000000 / this.#total)) >>> (31 - BIT_SHIFT)
    this.#cycle = Math.min((5 * this.#cycle) >> 2, 64)
    this.#untilUpdate = this.#cycle
  }
}

class ArithmeticDecoder {
  readonly #bytes: Buffer
  #at = 4
  #value: number
  #length = LENGTH_MAX

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#value = bytes.readUInt32BE(0)
  }

  symbol(model: SymbolModel): number {
    const { distribution } = model
    let upper = this.#length
    this.#length >>>= SYMBOL_SHIFT
    let lower = 0
    let symbol = 0
    let end = distribution.length
    for (let middle = end >> 1; middle !== symbol; middle = (symbol + end) >> 1) {
      const bound = this.#length * (distribution[middle] ?? 0)
      if (bound > this.#value) {
        end = middle
        upper = bound
      } else {
        symbol = middle
        lower = bound
      }
    }
    this.#value -= lower
    this.#length = upper - lower
    this.#renormalize()
    model.count(symbol)
    return symbol
  }

  bit(model: BitModel): 0 | 1 {
    const bound = model.probability * (this.#length >>> BIT_SHIFT)
    const bit = this.#value >= bound ? 1 : 0
    if (bit === 0) this.#length = bound
    else {
      this.#value -= bound
      this.#length -= bound
    }
    this.#renormalize()
    model.count(bit)
    return bit
  }

  bits(count: number): number {
    if (count > 19) {
      const low = this.bits(16)
      return this.bits(count - 16) * 65536 + low
    }
    this.#length >>>= count
    const bits = Math.floor(this.#value / this.#length)
    this.#value -= this.#length * bits
    this.#renormalize()
    if (bits >= 2 ** count) throw new CloudRefused('cloud_damaged')
    return bits
  }

  #renormalize(): void {
    if (!(this.#length > 0)) throw new CloudRefused('cloud_damaged')
    while (this.#length < LENGTH_MIN) {
      const byte = this.#bytes[this.#at] ?? 0
      this.#at += 1
      this.#value = ((this.#value << 8) | byte) >>> 0
      this.#length = (this.#length << 8) >>> 0
    }
  }
}

/** Decodes 32-bit integers as differences from predictions. */
export class IntegerDecoder {
  readonly #decoder: ArithmeticDecoder
  readonly #lengths: SymbolModel[]
  readonly #zeroOrOne = new BitModel()
  readonly #high = Array.from(
    { length: 33 },
    (_, bits) => new SymbolModel(2 ** Math.max(1, Math.min(bits, 8))),
  )

  /** @param contexts the number of kinds of integers */
  constructor(bytes: Buffer, contexts: number) {
    this.#decoder = new ArithmeticDecoder(bytes)
    this.#lengths = Array.from({ length: contexts }, () => new SymbolModel(33))
  }

  /** @throws CloudRefused if the data are damaged */
  decode(expected: number, context: number): number {
    return (expected + this.#difference(context)) >>> 0
  }

  #difference(context: number): number {
    const lengths = this.#lengths[context]
    const length = lengths ? this.#decoder.symbol(lengths) : 0
    if (length === 0) return this.#decoder.bit(this.#zeroOrOne)
    if (length === 32) return -(2 ** 31)
    const model = this.#high[length]
    let bits = model ? this.#decoder.symbol(model) : 0
    if (length > 8) bits = bits * 2 ** (length - 8) + this.#decoder.bits(length - 8)
    return bits >= 2 ** (length - 1) ? bits + 1 : bits - (2 ** length - 1)
  }
}
