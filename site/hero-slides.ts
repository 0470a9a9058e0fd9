import { getImage } from 'astro:assets'
import type { ImageMetadata } from 'astro'
import type { Slide } from './islands/slideshow.tsx'
import type { SiteLanguage } from './languages.ts'
import { getShowcase } from './words.ts'

/** A picture covers its box, so on a tall screen it is wider than the screen. */
export const heroSizes = {
  wide: 'max(100vw, 178vh)',
  tall: 'max(100vw, 57vh)',
  tallScreens: '(max-aspect-ratio: 4/5)',
}

const WIDE_WIDTHS = [1280, 1920, 2560]
const TALL_WIDTHS = [640, 860, 1170]

/** The pictures behind the headline; the first is shown first. */
export async function heroSlides(language: SiteLanguage): Promise<Slide[]> {
  const { slides } = await getShowcase()
  return Promise.all(
    slides.map(async ({ id, image, alt }) => {
      const [tallAvif, tallWebp, wideAvif, wideWebp] = await Promise.all([
        getImage({ src: image.tall, format: 'avif', quality: 55, widths: TALL_WIDTHS }),
        getImage({ src: image.tall, format: 'webp', quality: 80, widths: TALL_WIDTHS }),
        getImage({ src: image.wide, format: 'avif', quality: 66, widths: WIDE_WIDTHS }),
        getImage({ src: image.wide, format: 'webp', quality: 80, widths: WIDE_WIDTHS }),
      ])
      const { width, height }: ImageMetadata = image.wide
      return {
        id,
        alt: alt[language],
        tall: { avif: tallAvif.srcSet.attribute, webp: tallWebp.srcSet.attribute },
        wide: {
          avif: wideAvif.srcSet.attribute,
          webp: wideWebp.srcSet.attribute,
          src: wideWebp.src,
          width,
          height,
        },
      }
    }),
  )
}
