import ExifReader from 'exifreader'

/** A month (1 to 12) of a year. */
export interface CaptureMonth {
  year: number
  month: number
}

/** What a JPEG can hold; larger blocks, as PNG and WebP allow them, are nothing a camera wrote. */
const EXIF_BYTES_MAX = 64 * 1024

/**
 * When the camera took the picture, if it says so.
 *
 * @param exif the EXIF block as a decoder hands it over, or undefined
 */
export function captureMonthOf(exif: Buffer | undefined): CaptureMonth | undefined {
  if (!exif || exif.length > EXIF_BYTES_MAX) return undefined
  try {
    const tiff = exif.subarray(0, 4).toString('latin1') === 'Exif' ? exif.subarray(6) : exif
    const tags = ExifReader.load(Uint8Array.from(tiff).buffer)
    const taken = /^(\d{4}):(\d{2}):/.exec(String(tags.DateTimeOriginal?.description ?? ''))
    const [year, month] = [Number(taken?.[1]), Number(taken?.[2])]
    return month >= 1 && month <= 12 ? { year, month } : undefined
  } catch {
    return undefined // A picture with broken EXIF is still a picture.
  }
}
