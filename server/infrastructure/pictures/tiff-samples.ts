import { open } from 'node:fs/promises'
import { ImageRefused } from './image-refused.ts'

const [BITS, PHOTOMETRIC] = [258, 262]

/** The most entries of a directory that are read; a picture has some twenty. */
const ENTRIES_MAX = 1000
const [HEADER_BYTES, ENTRY_BYTES] = [8, 12]

/** CIELAB, and what ICC and ITU made of it. @see TIFF 6.0, section 23; TIFF technical notes 1 and 2 of Adobe */
const LAB = [8, 9, 10]

/**
 * Refuses a TIFF whose samples libvips cannot read or does not convert as lcms does: those of 64 bits, and CIELAB. What is damaged is left to
 * the decoder.
 *
 * @throws ImageRefused; the error of the file system if the file cannot be read
 * @see TIFF 6.0, section 2
 */
export async function refuseUnusualSamples(path: string): Promise<void> {
  await using file = await open(path, 'r')
  const header = Buffer.alloc(HEADER_BYTES)
  await file.read(header, 0, HEADER_BYTES, 0)
  const isBigEndian = header.toString('latin1', 0, 2) === 'MM'
  const short = (bytes: Buffer, at: number) => (isBigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at))
  const long = (bytes: Buffer, at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))
  // A BigTIFF has another number.
  if (short(header, 2) !== 42) return
  const begin = long(header, 4)
  const directory = Buffer.alloc(2 + ENTRIES_MAX * ENTRY_BYTES)
  const { bytesRead } = await file.read(directory, 0, directory.length, begin)
  const count = Math.min(bytesRead < 2 ? 0 : short(directory, 0), Math.floor((bytesRead - 2) / ENTRY_BYTES))
  for (let index = 0; index < count; index += 1) {
    const at = 2 + index * ENTRY_BYTES
    const tag = short(directory, at)
    if (tag !== BITS && tag !== PHOTOMETRIC) continue
    let value = short(directory, at + 8)
    // The bits of three samples are elsewhere.
    if (long(directory, at + 4) > 2) {
      const place = Buffer.alloc(2)
      await file.read(place, 0, 2, long(directory, at + 8))
      value = short(place, 0)
    }
    if (tag === BITS ? value === 64 : LAB.includes(value)) refuseSamples()
  }
}

/** @throws ImageRefused */
export function refuseSamples(): never {
  throw new ImageRefused('unsupported_file', { code: 'tiff_samples', values: {} })
}
