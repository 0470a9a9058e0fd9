import { getImage } from 'astro:assets'
import type { ImageMetadata } from 'astro'
import below from './images/below-wide.webp'
import rotorClose from './images/rotor-close.webp'
import windFarm from './images/wind-farm-wide.webp'

/** Beside the form the pictures have about as much height as width. */
const WIDTHS = [840, 1280]

/** The scenes beside the sign-in form, cut square at their right end, where the turbine is. */
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
  return { avif: avif.srcSet.attribute, webp: webp.srcSet.attribute, src: webp.src }
}
