import { EyeOff } from 'lucide-react'
import { createContext } from 'react'
import type { Photo } from '#domain/photo.ts'

/** The photos of which tiles, rows and thumbnails say that nobody has looked at them yet, by their ids. The page around the photos fills it. */
export const UninspectedPhotos = createContext<ReadonlySet<Photo['id']>>(new Set())

const SIZES = {
  tile: { frame: 'right-1.5 bottom-1.5 size-6', icon: 'size-3.5' },
  small: { frame: 'right-0.5 bottom-0.5 size-5', icon: 'size-3' },
}

/** The mark on the picture of a photo that nobody has looked at. The description of its button says it in words. */
export function UninspectedMark({ size = 'tile' }: { size?: keyof typeof SIZES }) {
  const { frame, icon } = SIZES[size]
  return (
    <span
      aria-hidden
      className={`pointer-events-none absolute grid place-items-center rounded border border-dashed border-lightbox-ink bg-lightbox/80 text-lightbox-ink ${frame}`}
    >
      <EyeOff className={icon} />
    </span>
  )
}
