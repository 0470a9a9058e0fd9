import ExifReader from 'exifreader'

/** A month (1 to 12) of a year. */
export interface CaptureMonth {
  year: number
  month: number
}

/** The largest EXIF block that a JPEG can have, in bytes. PNG and WebP allow larger ones, but cameras do not write them. */
const EXIF_BYTES_MAX = 64 * 1024

/**
 * The month in which the picture was taken, by the clock of the camera; undefined if the EXIF data does not have it.
 *
 * @param exif the EXIF block from the decoder
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
    return undefined // A picture with invalid EXIF data is accepted.
  }
}
