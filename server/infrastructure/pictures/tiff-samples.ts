import { open, readFile } from 'node:fs/promises'
import type { Metadata } from 'sharp'
import { ImageRefused } from './image-refused.ts'

const [BITS, PHOTOMETRIC] = [258, 262]
const PHOTOMETRIC_RGB = 2

/** The most entries of a directory that are read; a picture has some twenty. */
const ENTRIES_MAX = 1000
const [HEADER_BYTES, ENTRY_BYTES] = [8, 12]

/** How a TIFF stores CIELAB: with a sign, or with an offset as ICC does. @see TIFF 6.0, section 23; Adobe PageMaker 6.0 TIFF technical notes */
const LAB = { signed: 8, offset: 9 } as const
type LabKind = keyof typeof LAB

/** A TIFF in CIELAB. */
export interface LabTiff {
  kind: LabKind
  /** The file, which says now that its numbers are RGB: libvips cannot read CIELAB of 8 bits, and converts that of 16 for another white. */
  file: Buffer
}

/**
 * Finds out whether a TIFF is in CIELAB. What is damaged is left to the decoder.
 *
 * @returns undefined if it is not
 * @throws ImageRefused for samples of 64 bits, which libvips cannot read; the error of the file system if the file cannot be read
 * @see TIFF 6.0, section 2
 */
export async function findLab(path: string): Promise<LabTiff | undefined> {
  const { bits, photometric, isBigEndian } = await readSamples(path)
  if (bits === 64) refuseSamples()
  const kind = (['signed', 'offset'] as const).find((one) => LAB[one] === photometric?.value)
  if (!kind || !photometric) return undefined
  const file = await readFile(path)
  if (isBigEndian) file.writeUInt16BE(PHOTOMETRIC_RGB, photometric.place)
  else file.writeUInt16LE(PHOTOMETRIC_RGB, photometric.place)
  return { kind, file }
}

/** The most samples of a pixel, with alpha, by the colour spaces of libvips. */
const SAMPLES_MAX: Partial<Record<string, number>> = {
  'b-w': 2,
  grey16: 2,
  srgb: 4,
  rgb16: 4,
  scrgb: 4,
  cmyk: 5,
}

/** @throws ImageRefused for a TIFF with more channels than its colours need, as cameras of many spectral bands write it */
export function refuseSpectralBands({ format, space, channels }: Metadata): void {
  if (format === 'tiff' && channels > (SAMPLES_MAX[space] ?? 0)) refuseSamples()
}

/** @throws ImageRefused */
export function refuseSamples(): never {
  throw new ImageRefused('unsupported_file', { code: 'tiff_samples', values: {} })
}

interface Samples {
  bits?: number
  photometric?: { value: number; place: number }
  isBigEndian: boolean
}

async function readSamples(path: string): Promise<Samples> {
  await using file = await open(path, 'r')
  const header = Buffer.alloc(HEADER_BYTES)
  await file.read(header, 0, HEADER_BYTES, 0)
  const isBigEndian = header.toString('latin1', 0, 2) === 'MM'
  const short = (bytes: Buffer, at: number) => (isBigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at))
  const long = (bytes: Buffer, at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))
  const samples: Samples = { isBigEndian }
  // A BigTIFF has another number.
  if (short(header, 2) !== 42) return samples
  const begin = long(header, 4)
  const directory = Buffer.alloc(2 + ENTRIES_MAX * ENTRY_BYTES)
  const { bytesRead } = await file.read(directory, 0, directory.length, begin)
  const count = Math.min(short(directory, 0), Math.floor(Math.max(0, bytesRead - 2) / ENTRY_BYTES))
  for (let index = 0; index < count; index += 1) {
    const at = 2 + index * ENTRY_BYTES
    const [tag, value] = [short(directory, at), short(directory, at + 8)]
    if (tag === PHOTOMETRIC) samples.photometric = { value, place: begin + at + 8 }
    // The bits of three samples are elsewhere.
    if (tag === BITS)
      samples.bits = long(directory, at + 4) > 2 ? await shortAt(long(directory, at + 8)) : value
  }
  return samples

  async function shortAt(place: number): Promise<number> {
    const bytes = Buffer.alloc(2)
    await file.read(bytes, 0, 2, place)
    return short(bytes, 0)
  }
}
