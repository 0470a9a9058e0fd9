import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import openLibrary, { type MainModule } from 'libheif-js/libheif-wasm/libheif.js'
import type { CodedColours } from './coded-colours.ts'

const LIBRARY = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm')

/** @see libheif/heif_image.h, `heif_colorspace`, `heif_channel` and `heif_chroma` */
const [COLOURS_RGB, CHANNEL_INTERLEAVED] = [1, 10]
const CHROMA = { 8: { 3: 10, 4: 11 }, 16: { 3: 14, 4: 15 } } as const

/** Struct offsets of libheif 1.23, in bytes. Later versions may only append fields. */
const [LIMIT_OF_PIXELS, STRICT_DECODING, CODE_OF_PRIMARIES, CODE_OF_TRANSFER] = [8, 21, 4, 8]
const ERROR_BYTES = 12

/** The primary picture of a file. */
interface PrimaryPicture {
  handle: number
  /** Upright. */
  width: number
  height: number
  /** With alpha as the last one of four. */
  channels: 3 | 4
  /** Its decoding options. */
  bits: 8 | 16
  /** Undefined without a colour code (`nclx`). */
  code: CodedColours | undefined
}

/** libheif for one file. Nothing is freed: its memory goes with this object, and an exploit finds no other file there. */
export class HeifLibrary {
  readonly #functions: MainModule
  readonly #error: number
  readonly #result: number

  static async load(): Promise<HeifLibrary> {
    return new HeifLibrary(await readFile(LIBRARY))
  }

  private constructor(wasmBinary: Buffer) {
    const silent = () => {}
    this.#functions = openLibrary({ wasmBinary, print: silent, printErr: silent })
    this.#error = this.#functions._malloc(ERROR_BYTES)
    this.#result = this.#functions._malloc(4)
  }

  /** @param pixelsMax of each part of the file. @throws Error for a damaged file, and for a larger part */
  openPrimary(file: Buffer, pixelsMax: number): PrimaryPicture {
    const functions = this.#functions
    const context = functions._heif_context_alloc()
    const limits = functions._heif_context_get_security_limits(context)
    this.#view().setBigUint64(limits + LIMIT_OF_PIXELS, BigInt(pixelsMax), true)
    const bytes = functions._malloc(file.length)
    if (bytes === 0) throw new Error('The file does not fit into memory.')
    functions.HEAPU8.set(file, bytes)
    functions._heif_context_read_from_memory_without_copy(this.#error, context, bytes, file.length, 0)
    this.#throwError()
    functions._heif_context_get_primary_image_handle(this.#error, context, this.#result)
    const handle = this.#takeResult()
    return {
      handle,
      width: functions._heif_image_handle_get_width(handle),
      height: functions._heif_image_handle_get_height(handle),
      channels: functions._heif_image_handle_has_alpha_channel(handle) === 0 ? 3 : 4,
      bits: functions._heif_image_handle_get_luma_bits_per_pixel(handle) > 8 ? 16 : 8,
      code: this.#codedColours(handle),
    }
  }

  /** Decodes the picture, upright. @returns the bits of its samples. @throws Error for a damaged file */
  decode({ handle, channels, bits }: PrimaryPicture): { image: number; bits: number } {
    const functions = this.#functions
    const options = functions._heif_decoding_options_alloc()
    functions.HEAPU8[options + STRICT_DECODING] = 1
    functions._heif_decode_image(
      this.#error,
      handle,
      this.#result,
      COLOURS_RGB,
      CHROMA[bits][channels],
      options,
    )
    const image = this.#takeResult()
    return { image, bits: functions._heif_image_get_bits_per_pixel_range(image, CHANNEL_INTERLEAVED) }
  }

  copyRows({ image }: { image: number }, target: Buffer, rowBytes: number): void {
    const plane = this.#functions._heif_image_get_plane_readonly(image, CHANNEL_INTERLEAVED, this.#result)
    const stride = this.#word(this.#result)
    for (let at = 0, row = plane; at < target.length; at += rowBytes, row += stride) {
      target.set(this.#functions.HEAPU8.subarray(row, row + rowBytes), at)
    }
  }

  #codedColours(handle: number): CodedColours | undefined {
    this.#functions._heif_image_handle_get_nclx_color_profile(this.#error, handle, this.#result)
    if (this.#word(this.#error) !== 0) return undefined
    const code = this.#word(this.#result)
    return {
      primaries: this.#word(code + CODE_OF_PRIMARIES),
      transfer: this.#word(code + CODE_OF_TRANSFER),
    }
  }

  #takeResult(): number {
    this.#throwError()
    return this.#word(this.#result)
  }

  #throwError(): void {
    const code = this.#word(this.#error)
    if (code !== 0) throw new Error(`libheif refuses the file: ${code}.${this.#word(this.#error + 4)}`)
  }

  #word(place: number): number {
    return this.#view().getUint32(place, true)
  }

  /** The memory moves when it grows. */
  #view(): DataView {
    return new DataView(this.#functions.HEAPU8.buffer)
  }
}
