import type { ReactNode } from 'react'
import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import type { Turbine } from '#domain/turbine.ts'
import { MediaImage } from '#panel/frame/media-image.tsx'

/** The derivatives for a card; the second one is for dense screens. */
const [LARGE_WIDTH, CARD_DENSE_WIDTH, CARD_WIDTH] = DERIVATIVE_WIDTHS

interface TurbineCoverProps {
  turbine: Turbine
  className: string
  /** Shown for a turbine without a picture, or if its picture cannot be loaded. */
  children: ReactNode
}

/** The newest photo of a turbine, loaded when it comes near to the window. Of a very tall or wide one, it is the largest derivative. */
export function TurbineCover({ turbine: { cover_url }, className, children }: TurbineCoverProps) {
  if (cover_url === null) return children
  return (
    <MediaImage
      src={cover_url}
      srcSet={coverSources(cover_url)}
      // Cards are about this wide. `auto` must not be used, see `tileSizes` of panel/photos/.
      sizes="320px"
      alt=""
      loading="lazy"
      className={`bg-surface-sunken object-cover ${className}`}
      otherwise={children}
    />
  )
}

function coverSources(thumbnail: string): string {
  const [file, query] = thumbnail.split('?')
  // The server names another one if the smallest has too few pixels. How many it has, depends on the size of the photo.
  if (query !== `w=${CARD_WIDTH}`) return `${file}?w=${LARGE_WIDTH}`
  return [CARD_WIDTH, CARD_DENSE_WIDTH].map((width) => `${file}?w=${width} ${width}w`).join(', ')
}
