import ExifReader from 'exifreader'

/**
 * The month (1 to 12) in which the camera took the picture, if it says so and agrees on the year: a camera with its
 * clock not set says something, too.
 *
 * @param exif the EXIF block as a decoder hands it over, or undefined
 */
export function captureMonth(exif: Buffer | undefined, year: number): number | undefined {
  if (!exif) return undefined
  try {
    const tiff = exif.subarray(0, 4).toString('latin1') === 'Exif' ? exif.subarray(6) : exif
    const tags = ExifReader.load(Uint8Array.from(tiff).buffer)
    const taken = /^(\d{4}):(\d{2}):/.exec(String(tags.DateTimeOriginal?.description ?? ''))
    const month = Number(taken?.[2])
    return Number(taken?.[1]) === year && month >= 1 && month <= 12 ? month : undefined
  } catch {
    return undefined // A picture with broken EXIF is still a picture.
  }
}
