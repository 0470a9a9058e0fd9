import { open } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import type { Metadata } from 'sharp'
import { SRGB_SPACE, spaceOfCode } from './coded-colours.ts'
import { greyProfile, isRealSpace, matrixProfile, type RgbSpace } from './matrix-profile.ts'
import { PROFILE_SPACES } from './usable-profile.ts'

/** The bytes before the first chunk, and of its header, which is always the first one. */
const [SIGNATURE_BYTES, HEADER_CHUNK_BYTES] = [8, 25]
/** Length, type and check sum of a chunk. */
const [LENGTH_BYTES, TYPE_BYTES, SUM_BYTES] = [4, 4, 4]

/** Maximum chunks visited before the pixels. Programs write some ten. */
const CHUNKS_MAX = 1000

/** The colour chunks, and their greatest length. */
const COLOUR_CHUNKS = ['cICP', 'sRGB', 'gAMA', 'cHRM']
const READ_BYTES_MAX = 32

/** Neutral parts of a code point. @see ITU-T H.273 */
const UNSPECIFIED = 2

/** The unit of the chunks gAMA and cHRM. */
const PARTS_OF_ONE = 100_000
/** This gamma alone means sRGB. @see https://www.w3.org/TR/png-3/#11sRGB */
const GAMMA_OF_SRGB = 45_455

/** A PNG's colour information other than a profile. */
export interface PngColours {
  /** True for a colour code (`cICP`), which not every browser knows. */
  hasCode: boolean
  /** Undefined if the file's profile applies, or else the numbers are sRGB. */
  icc: Buffer | undefined
}

/**
 * Determines the colours of a PNG: by its code, else by its profile, else by `sRGB`, else by gamma and primaries. Browsers do the same, and
 * ignore primaries without a gamma.
 *
 * @throws the error of the file system if the file cannot be read
 * @see https://www.w3.org/TR/png-3/#4Concepts.ColourSpaces
 */
export async function readPngColours(path: string, { space, icc }: Metadata): Promise<PngColours> {
  const chunks = await readChunks(path)
  const [code, gamma] = [chunks.get('cICP'), chunks.get('gAMA')]
  const isSaid = icc !== undefined || chunks.has('sRGB')
  const said =
    (code && codedSpace(code)) ?? (!isSaid && gamma ? spaceOfGamma(gamma, chunks.get('cHRM')) : undefined)
  // Without a profile, the numbers are sRGB anyway.
  const isMade = said !== undefined && (said !== SRGB_SPACE || icc !== undefined)
  const make = PROFILE_SPACES[space] === 'GRAY' ? greyProfile : matrixProfile
  return { hasCode: code !== undefined, icc: isMade ? make(said) : undefined }
}

/** The file with a profile before all other colour chunks: decoders take the first one, and this decoder ignores codes. */
export async function pngWithProfile(path: string, icc: Buffer): Promise<Buffer> {
  await using file = await open(path, 'r')
  const profile = profileChunk(icc)
  const { size } = await file.stat()
  const whole = Buffer.alloc(size + profile.length)
  const begin = SIGNATURE_BYTES + HEADER_CHUNK_BYTES
  await file.read(whole, 0, begin, 0)
  profile.copy(whole, begin)
  await file.read(whole, begin + profile.length, size - begin, begin)
  return whole
}

/** @returns undefined without any */
function codedSpace(code: Buffer): RgbSpace | undefined {
  const [primaries, transfer, matrix, isFullRange] = code
  if (primaries === undefined || transfer === undefined || matrix !== 0 || isFullRange !== 1) return undefined
  if (primaries === UNSPECIFIED || transfer === UNSPECIFIED) return undefined
  return spaceOfCode({ primaries, transfer }) ?? SRGB_SPACE
}

function spaceOfGamma(gamma: Buffer, chromaticities: Buffer | undefined): RgbSpace | undefined {
  if (gamma.length !== 4) return undefined
  const encoding = gamma.readUInt32BE()
  if (encoding === 0 || (encoding === GAMMA_OF_SRGB && !chromaticities)) return undefined
  const light = (value: number) => value ** (PARTS_OF_ONE / encoding)
  if (!chromaticities) return { ...SRGB_SPACE, light }
  if (chromaticities.length !== READ_BYTES_MAX) return undefined
  const point = (index: number) =>
    [0, 4].map((at) => chromaticities.readUInt32BE(index * 8 + at) / PARTS_OF_ONE) as [number, number]
  const primaries = { white: point(0), red: point(1), green: point(2), blue: point(3) }
  return isRealSpace(primaries) ? { primaries, light } : undefined
}

/** The first colour chunks by type; empty for one that is too long. */
async function readChunks(path: string): Promise<ReadonlyMap<string, Buffer>> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const contents = new Map<string, Buffer>()
  const head = Buffer.alloc(LENGTH_BYTES + TYPE_BYTES)
  let begin = SIGNATURE_BYTES
  for (let visited = 0; visited < CHUNKS_MAX && begin + head.length <= size; visited += 1) {
    await file.read(head, 0, head.length, begin)
    const [length, type] = [head.readUInt32BE(), head.toString('latin1', LENGTH_BYTES)]
    if (type === 'IDAT') break
    if (COLOUR_CHUNKS.includes(type) && !contents.has(type)) {
      const content = Buffer.alloc(length <= READ_BYTES_MAX ? length : 0)
      await file.read(content, 0, content.length, begin + head.length)
      contents.set(type, content)
    }
    begin += head.length + length + SUM_BYTES
  }
  return contents
}

/** @see https://www.w3.org/TR/png-3/#11iCCP */
function profileChunk(icc: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPRGB\0\0', 'latin1'), deflateSync(icc)])
  const chunk = Buffer.alloc(LENGTH_BYTES + body.length + SUM_BYTES)
  chunk.writeUInt32BE(body.length - TYPE_BYTES)
  body.copy(chunk, LENGTH_BYTES)
  chunk.writeUInt32BE(crc32(body), LENGTH_BYTES + body.length)
  return chunk
}
