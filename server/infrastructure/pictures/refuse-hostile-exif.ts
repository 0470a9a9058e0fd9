import { hasHostileExif } from '#server/infrastructure/exif/hostile-exif.ts'
import { ImageRefused } from './image-refused.ts'

/** Call it before a decoder opens the file. @throws ImageRefused; the error of the file system if the file cannot be read */
export async function refuseHostileExif(path: string): Promise<void> {
  if (await hasHostileExif(path))
    throw new ImageRefused('unsupported_file', { code: 'contradictory_exif', values: {} })
}
