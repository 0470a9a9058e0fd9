import { Box } from 'lucide-react'
import { memo, type Ref, useContext, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import { UninspectedMark, UninspectedPhotos } from '#panel/photos/inspecting/uninspected-mark.tsx'
import { PhotoImage } from '#panel/photos/photo-image.tsx'
import { sizeWords } from '#panel/photos/photo-words.ts'
import { OPENING_ROW_CLASS } from '#panel/ui/tables/open-clicked-row.ts'
import { ROW_HEIGHT_PX } from '#panel/ui/tables/use-virtual-rows.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { type Text, useText } from '#panel/words/use-text.ts'
import type { PHOTO_COLUMNS } from './photo-columns.ts'
import { placeWords } from './place-words.ts'

interface PhotoRowProps {
  photo: Photo
  /** The columns that the table has room for. */
  columns: readonly (typeof PHOTO_COLUMNS)[number][]
  measureRow: Ref<HTMLTableRowElement>
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
  columns,
  measureRow,
  index,
  isTabStop,
  selection,
  isScrollingFast,
}: PhotoRowProps) {
  const text = useText()
  const dates = useDates()
  const name = photo.originalName
  const isUninspected = useContext(UninspectedPhotos).has(photo.id)
  return (
    <tr
      ref={measureRow}
      data-row={index}
      aria-rowindex={index + 2}
      style={{ height: ROW_HEIGHT_PX }}
      className={`border-b border-hairline transition-colors focus-within:bg-action-soft ${OPENING_ROW_CLASS} ${selection === 'selected' ? 'bg-action-soft' : 'hover:bg-surface-sunken'}`}
    >
      {columns.map(({ id }) => renderCell(id))}
    </tr>
  )

  function renderCell(id: (typeof PHOTO_COLUMNS)[number]['id']) {
    switch (id) {
      case 'select':
        return (
          <td key={id} className="p-0">
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
        )
      case 'picture':
        return (
          <td key={id} className="p-0 pl-2">
            <span className="relative block w-19" title={isUninspected ? text('look.tile') : undefined}>
              <Thumbnail photo={photo} isScrollingFast={isScrollingFast} />
              {isUninspected && <UninspectedMark size="small" />}
            </span>
          </td>
        )
      case 'name':
        return (
          <td key={id} className={CELL_CLASS}>
            <button
              type="button"
              data-opens-row
              data-photo={photo.id}
              tabIndex={isTabStop ? 0 : -1}
              aria-description={isUninspected ? text('look.tile') : undefined}
              className="max-w-full cursor-zoom-in text-left font-medium wrap-anywhere text-ink outline-none"
            >
              {name}
            </button>
          </td>
        )
      case 'place':
        return (
          <td key={id} className={CELL_CLASS}>
            <PlaceBadge photo={photo} text={text} />
          </td>
        )
      case 'size':
        return (
          <td key={id} className={`text-right ${CELL_CLASS}`}>
            {sizeWords(text, photo)}
          </td>
        )
      case 'month':
        return (
          <td key={id} className={CELL_CLASS}>
            {dates.month(photo.year, photo.month)}
          </td>
        )
      default:
        return (
          <td key={id} className={CELL_CLASS}>
            {photo.uploader_name}
          </td>
        )
    }
  }
})

const CELL_CLASS = 'px-3 py-1 wrap-break-word text-ink-soft'

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
      <span className="min-w-0 wrap-break-word">{place}</span>
    </span>
  )
}
