import { Trash2 } from 'lucide-react'
import { type CSSProperties, memo, useContext } from 'react'
import type { Photo } from '#domain/photo.ts'
import { useText } from '#panel/words/use-text.ts'
import { UninspectedMark, UninspectedPhotos } from './inspecting/uninspected-mark.tsx'
import { PhotoNotes } from './photo-notes.ts'
import { PhotoPicture } from './photo-picture.tsx'
import { gridSources, tileRatio } from './photo-sizes.ts'

interface PhotoThumbProps {
  photo: Photo
  showBlade: boolean
  /** The width of the tile, as a value of `sizes`. */
  sizes: string
  /** The place of the tile in a grid that places its tiles, in CSS pixels; undefined in a grid whose rows fill the width. */
  cell?: TileCell
  /** True for the thumbnail that the tab key reaches. */
  isTabStop: boolean
  mayDelete: boolean
}

interface TileCell {
  index: number
  left: number
  top: number
  width: number
  height: number
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
  cell,
  isTabStop,
  mayDelete,
}: PhotoThumbProps) {
  const text = useText()
  const name = photo.originalName
  const note = useContext(PhotoNotes).get(photo.id)
  const isUninspected = useContext(UninspectedPhotos).has(photo.id)
  const label = text('photos.open', { name })
  return (
    <li
      data-row={cell?.index}
      className={`group/thumb ${cell ? 'absolute' : 'relative max-w-full self-start'}`}
      style={cell ? placeOf(cell) : shapeOf(tileRatio(photo))}
    >
      <button
        type="button"
        data-photo={photo.id}
        data-stop={photo.id}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={note ? text('photos.open.noted', { label, note: note.label }) : label}
        aria-description={isUninspected ? text('look.tile') : undefined}
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
          className="pointer-events-none absolute inset-x-0 bottom-0 truncate rounded-b bg-linear-to-t from-lightbox/85 to-transparent px-2 pt-6 pb-1.5 text-left text-caption text-lightbox-ink opacity-0 transition-opacity group-focus-within/thumb:opacity-100 group-hover/thumb:opacity-100"
        >
          {name}
        </span>
      </button>
      {showBlade && photo.blade && (
        <span className="pointer-events-none absolute top-1.5 left-1.5 grid size-6 place-items-center rounded bg-lightbox/70 text-caption font-semibold text-lightbox-ink">
          {photo.blade}
        </span>
      )}
      {note && (
        <span
          aria-hidden
          className={`pointer-events-none absolute top-1.5 ${showBlade && photo.blade ? 'left-9' : 'left-1.5'}`}
        >
          {note.mark}
        </span>
      )}
      {isUninspected && <UninspectedMark />}
      {mayDelete && (
        <button
          type="button"
          data-delete
          tabIndex={-1}
          aria-label={text('photos.delete', { name })}
          title={text('photos.delete', { name })}
          className="absolute top-1.5 right-1.5 grid size-8 cursor-pointer place-items-center rounded bg-lightbox/70 text-lightbox-ink opacity-0 transition group-hover/thumb:opacity-100 hover:bg-red focus-visible:opacity-100"
        >
          <Trash2 aria-hidden className="size-4" />
        </button>
      )}
    </li>
  )
})

function placeOf({ left, top, width, height }: TileCell): CSSProperties {
  return { left, top, width, height }
}

function shapeOf(ratio: number): CSSProperties {
  return { aspectRatio: ratio, flex: `${ratio} 1 calc(var(--row) * ${ratio})` }
}
