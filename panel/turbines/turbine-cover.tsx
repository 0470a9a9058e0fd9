import { type ReactNode, useState } from 'react'
import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import type { Turbine } from '#domain/turbine.ts'
import { checkImage } from '#panel/api/check-image.ts'

/** The derivatives for a card; the second one is for dense screens. */
const [, CARD_DENSE_WIDTH, CARD_WIDTH] = DERIVATIVE_WIDTHS

interface TurbineCoverProps {
  turbine: Turbine
  className: string
  /** Shown for a turbine without a picture, or if its picture cannot be loaded. */
  children: ReactNode
}

/** The newest photo of a turbine, loaded when it comes near to the window. */
export function TurbineCover({ turbine: { cover_url }, className, children }: TurbineCoverProps) {
  const [failed, setFailed] = useState<string | null>(null)
  if (cover_url === null || failed === cover_url) return children
  return (
    <img
      src={cover_url}
      srcSet={coverSources(cover_url)}
      // Cards are about this wide. `auto` must not be used, see `tileSizes` of panel/photos/.
      sizes="320px"
      alt=""
      loading="lazy"
      decoding="async"
      className={`bg-surface-sunken object-cover ${className}`}
      onError={() => {
        setFailed(cover_url)
        void checkImage(cover_url)
      }}
    />
  )
}

function coverSources(thumbnail: string): string {
  const [file] = thumbnail.split('?')
  return [CARD_WIDTH, CARD_DENSE_WIDTH].map((width) => `${file}?w=${width} ${width}w`).join(', ')
}
