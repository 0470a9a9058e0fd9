import { judgeExif } from '#server/infrastructure/exif/hostile-exif.ts'
import { ImageRefused } from './image-refused.ts'

/**
 * Call it before a decoder opens the file.
 *
 * @returns true if a JPEG's EXIF data must be dropped, because they contradict themselves
 * @throws ImageRefused; the error of the file system if the file cannot be read
 */
export async function refuseHostileExif(path: string, isJpeg = false): Promise<boolean> {
  const trust = await judgeExif(path)
  if (trust === 'hostile' || (trust === 'contradictory' && !isJpeg)) refuseContradictoryExif()
  return trust === 'contradictory'
}

/** @throws ImageRefused */
export function refuseContradictoryExif(): never {
  throw new ImageRefused('unsupported_file', { code: 'contradictory_exif', values: {} })
}
