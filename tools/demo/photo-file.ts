import sharp from 'sharp'
import type { Picture } from './drawing/film.ts'
import { burnIn } from './drawing/overlay.ts'
import { cutOutOf, panoramaTurn } from './photo-marks.ts'
import { crawlerMetres, type PlannedPhoto } from './plans/photo-plan.ts'
import type { Variation } from './variation.ts'

const CAMERA_NAMES = {
  drone: 'Demo Drone',
  operator: 'Demo Compact',
  robot: 'Demo Crawler',
  panorama: 'Demo 360',
}

/** Tells viewers that a picture is a whole sphere. @see https://developers.google.com/streetview/spherical-metadata */
const SPHERE_XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" GPano:ProjectionType="equirectangular" GPano:UsePanoramaViewer="True"/></rdf:RDF></x:xmpmeta>`

/** Makes the JPEG of a photo from the picture of its motif: cropped, tinted and dated. Await it before the next call. */
export async function encodePhoto(picture: Picture, photo: PlannedPhoto): Promise<Buffer> {
  const isPanorama = photo.motif.camera === 'panorama'
  const view = isPanorama ? turn(picture, photo.variation) : cutOut(picture, photo.variation)
  if (photo.motif.camera === 'robot') {
    burnIn(view, { lines: crawlerLines(photo), corner: 'top-left', colour: [232, 238, 232], size: 22 })
  }
  const image = sharp(view.pixels, { raw: { width: view.width, height: view.height, channels: 3 } })
  const dated = image.withExif(exifOf(photo))
  return (isPanorama ? dated.withXmp(SPHERE_XMP) : dated).jpeg({ quality: isPanorama ? 80 : 84 }).toBuffer()
}

function cutOut(picture: Picture, variation: Variation): Picture {
  const { left, top, width, height } = cutOutOf(picture, variation)
  const first = variation.mirrored ? left + width - 1 : left
  const step = variation.mirrored ? -1 : 1
  const columns = Int32Array.from({ length: width }, (_, x) => first + x * step)
  return tint(picture, columns, top, height, variation)
}

/** A panorama turned about its upright axis. */
function turn(picture: Picture, variation: Variation): Picture {
  const shift = Math.round(panoramaTurn(variation) * picture.width)
  const columns = Int32Array.from(
    { length: picture.width },
    (_, x) => (x + shift + picture.width) % picture.width,
  )
  return tint(picture, columns, 0, picture.height, variation)
}

let space = Buffer.alloc(0)

/** Memory that the photos use one after the other. Allocating it for each photo would take as long as drawing. */
function workspace(bytes: number): Buffer {
  if (space.length < bytes) space = Buffer.allocUnsafe(bytes)
  return space.subarray(0, bytes)
}

/** The given columns of `height` rows from `top` on, each channel times its gain. */
function tint(
  picture: Picture,
  columns: Int32Array,
  top: number,
  height: number,
  { gains }: Variation,
): Picture {
  const [red, green, blue] = gains.map((gain) =>
    Uint8ClampedArray.from({ length: 256 }, (_, value) => value * gain),
  ) as [Uint8ClampedArray, Uint8ClampedArray, Uint8ClampedArray]
  const width = columns.length
  const pixels = workspace(width * height * 3)
  for (let y = 0, at = 0; y < height; y++) {
    const row = (top + y) * picture.width
    for (let x = 0; x < width; x++, at += 3) {
      const from = (row + (columns[x] as number)) * 3
      pixels[at] = red[picture.pixels[from] as number] as number
      pixels[at + 1] = green[picture.pixels[from + 1] as number] as number
      pixels[at + 2] = blue[picture.pixels[from + 2] as number] as number
    }
  }
  return { width, height, pixels }
}

function crawlerLines(photo: PlannedPhoto): string[] {
  const metres = crawlerMetres(photo).toFixed(1)
  const taken = photo.taken.toISOString()
  return [
    `${photo.turbine}  BLADE ${photo.blade}  DIST ${metres} M`,
    `${taken.slice(0, 10)}  ${taken.slice(11, 19)}`,
  ]
}

function exifOf(photo: PlannedPhoto) {
  const taken = photo.taken.toISOString().replace(/\..*/, '').replaceAll('-', ':').replace('T', ' ')
  return {
    IFD0: { Make: 'Kanat', Model: CAMERA_NAMES[photo.motif.camera], DateTime: taken },
    IFD2: { DateTimeOriginal: taken },
  }
}
