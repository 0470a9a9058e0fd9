import { EyeOff } from 'lucide-react'
import { createContext } from 'react'
import type { Photo } from '#domain/photo.ts'

/** The photos whose tiles say that nobody has looked at them yet, by their ids. The page around the photos fills it. */
export const UnlookedPhotos = createContext<ReadonlySet<Photo['id']>>(new Set())

/** The mark on the tile of a photo that nobody has looked at. The description of the tile says it in words. */
export function UnlookedMark() {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute right-1.5 bottom-1.5 grid size-6 place-items-center rounded border border-dashed border-viewer-ink bg-viewer/80 text-viewer-ink"
    >
      <EyeOff className="size-3.5" />
    </span>
  )
}
