import { Box } from 'lucide-react'
import { memo, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import { PhotoImage } from '#panel/photos/photo-image.tsx'
import { sizeWords } from '#panel/photos/photo-words.ts'
import { ROW_HEIGHT_PX } from '#panel/ui/tables/use-virtual-rows.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { type Text, useText } from '#panel/words/use-text.ts'
import { placeWords } from './place-words.ts'

interface PhotoRowProps {
  photo: Photo
  index: number
  /** True for the row that the tab key reaches. */
  isTabStop: boolean
  /** Undefined if the list has no checkboxes. */
  selection: 'selected' | 'free' | 'locked' | undefined
  /** True while the list scrolls too fast for new pictures. */
  isScrollingFast: boolean
}

/** A row of the list of all photos. The table opens and selects it. */
export const PhotoRow = memo(function PhotoRow({
  photo,
  index,
  isTabStop,
  selection,
  isScrollingFast,
}: PhotoRowProps) {
  const text = useText()
  const dates = useDates()
  const name = photo.originalName
  return (
    <tr
      data-row={index}
      aria-rowindex={index + 2}
      style={{ height: ROW_HEIGHT_PX }}
      className={`relative border-b border-hairline transition-colors focus-within:bg-action-soft ${selection === 'selected' ? 'bg-action-soft' : 'hover:bg-surface-sunken'}`}
    >
      {selection && (
        <td className="p-0">
          <label className="grid h-full cursor-pointer place-items-center has-disabled:cursor-default">
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={text('list.select', { name })}
              checked={selection === 'selected'}
              disabled={selection === 'locked'}
              readOnly
              className="size-4 cursor-pointer accent-action disabled:cursor-default"
            />
          </label>
        </td>
      )}
      <td className="p-0 pl-2">
        <Thumbnail photo={photo} isScrollingFast={isScrollingFast} />
      </td>
      <td className="truncate px-3">
        <button
          type="button"
          data-photo={photo.id}
          tabIndex={isTabStop ? 0 : -1}
          title={name}
          className={`max-w-full cursor-zoom-in truncate text-left font-medium text-ink outline-none after:absolute after:inset-y-0 after:right-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus ${selection ? 'after:left-11' : 'after:left-0'}`}
        >
          {name}
        </button>
      </td>
      <td className="truncate px-3">
        <PlaceBadge photo={photo} text={text} />
      </td>
      <td className="truncate px-3 text-right text-ink-soft">{sizeWords(text, photo)}</td>
      <td className="truncate px-3 text-ink-soft">{dates.month(photo.year, photo.month)}</td>
      <td className="truncate px-3 text-ink-soft">{photo.uploader_name}</td>
    </tr>
  )
})

function Thumbnail({ photo, isScrollingFast }: { photo: Photo; isScrollingFast: boolean }) {
  const [isWanted, setIsWanted] = useState(!isScrollingFast)
  if (!isWanted && !isScrollingFast) setIsWanted(true)
  const className = 'block h-11 w-19 rounded bg-surface-sunken'
  if (photo.thumb_url === null) {
    return (
      <span aria-hidden className={`place-content-center text-ink-faint ${className} grid!`}>
        <Box className="size-5" strokeWidth={1.5} />
      </span>
    )
  }
  if (!isWanted) return <span aria-hidden className={className} />
  return <PhotoImage src={photo.thumb_url} alt="" loading="lazy" className={`object-cover ${className}`} />
}

function PlaceBadge({ photo, text }: { photo: Photo; text: Text }) {
  const { mark, place } = placeWords(text, photo)
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      {mark && (
        <span className="grid size-6 shrink-0 place-items-center rounded bg-surface-sunken text-caption font-semibold text-ink">
          {mark}
        </span>
      )}
      <span className="truncate text-ink-soft">{place}</span>
    </span>
  )
}
