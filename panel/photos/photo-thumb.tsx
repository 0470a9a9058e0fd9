import { Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { Photo } from '#domain/photo.ts'
import { useText } from '#panel/words/use-text.ts'
import { PhotoPicture } from './photo-picture.tsx'
import { gridSources, tileRatio } from './photo-sizes.ts'

interface PhotoThumbProps {
  photo: Photo
  showBlade: boolean
  /** The width of the tile, as a value of `sizes`. */
  sizes: string
  /** True for the thumbnail that the tab key reaches. */
  isTabStop: boolean
  mayDelete: boolean
}

/** The thumbnail button of the photo, if the page has one. If it has several, the first one that is in the window. */
export function findThumb(photo: Pick<Photo, 'id'> | undefined): HTMLElement | undefined {
  if (!photo) return undefined
  const buttons = [...document.querySelectorAll<HTMLElement>(`button[data-photo="${photo.id}"]`)]
  return buttons.find(isInWindow) ?? buttons[0]
}

function isInWindow(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

/** A photo of a grid. The grid opens and deletes it. */
export const PhotoThumb = memo(function PhotoThumb({
  photo,
  showBlade,
  sizes,
  isTabStop,
  mayDelete,
}: PhotoThumbProps) {
  const text = useText()
  const name = photo.originalName
  const ratio = tileRatio(photo)
  return (
    <li
      className="group/thumb relative max-w-full self-start"
      style={{ aspectRatio: ratio, flex: `${ratio} 1 calc(var(--row) * ${ratio})` }}
    >
      <button
        type="button"
        data-photo={photo.id}
        data-stop={photo.id}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={text('photos.open', { name })}
        className="block size-full cursor-zoom-in overflow-hidden rounded bg-surface-sunken [content-visibility:auto]"
      >
        <PhotoPicture
          photo={photo}
          srcSet={gridSources(photo)}
          sizes={sizes}
          width={photo.width ?? undefined}
          height={photo.height ?? undefined}
          className="transition-[filter] group-hover/thumb:brightness-90"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-x-0 bottom-0 truncate rounded-b bg-linear-to-t from-viewer/85 to-transparent px-2 pt-6 pb-1.5 text-left text-caption text-viewer-ink opacity-0 transition-opacity group-focus-within/thumb:opacity-100 group-hover/thumb:opacity-100"
        >
          {name}
        </span>
      </button>
      {showBlade && photo.blade && (
        <span className="pointer-events-none absolute top-1.5 left-1.5 grid size-6 place-items-center rounded bg-viewer/70 text-caption font-semibold text-viewer-ink">
          {photo.blade}
        </span>
      )}
      {mayDelete && (
        <button
          type="button"
          data-delete
          tabIndex={-1}
          aria-label={text('photos.delete', { name })}
          title={text('photos.delete', { name })}
          className="absolute top-1.5 right-1.5 grid size-8 cursor-pointer place-items-center rounded bg-viewer/70 text-viewer-ink opacity-0 transition group-hover/thumb:opacity-100 hover:bg-red focus-visible:opacity-100"
        >
          <Trash2 aria-hidden className="size-4" />
        </button>
      )}
    </li>
  )
})
