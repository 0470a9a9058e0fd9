import { getImage } from 'astro:assets'
import type { ImageMetadata } from 'astro'
import below from './images/below-wide.webp'
import rotorClose from './images/rotor-close.webp'
import windFarm from './images/wind-farm-wide.webp'

/** Next to the form the pictures are about square. */
const WIDTHS = [840, 1280]

/** The pictures next to the sign-in form, cropped to a square at the right end, where the turbine is. */
export async function signInPictures() {
  return {
    turbines: await cutSquare(windFarm),
    blade: await cutSquare(rotorClose),
    panorama: await cutSquare(below),
  }
}

async function cutSquare(src: ImageMetadata) {
  const square = { src, widths: WIDTHS, width: 1280, height: 1280, fit: 'cover', position: 'right' } as const
  const [avif, webp] = await Promise.all([
    getImage({ ...square, format: 'avif', quality: 62 }),
    getImage({ ...square, format: 'webp', quality: 76 }),
  ])
  return { avif: avif.srcSet.attribute, webp: webp.srcSet.attribute }
}
