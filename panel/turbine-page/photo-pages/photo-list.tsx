import { useRef, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import { WIDE_CLASS } from '#panel/ui/tables/table-column.ts'
import { useRowFocus } from '#panel/ui/tables/use-row-focus.ts'
import { useVirtualRows } from '#panel/ui/tables/use-virtual-rows.ts'
import { useText } from '#panel/words/use-text.ts'
import { PhotoRow } from './photo-row.tsx'

/** The height of a row with its thumbnail, in CSS pixels. */
const ROW_PX = 84

interface PhotoListProps {
  label: string
  photos: Photo[]
  /** The photo in the viewer. Its row is rendered, so that it can get the focus when the viewer closes. */
  openId: number | undefined
  onOpen: (photo: Photo) => void
}

/**
 * Photos as rows with thumbnails; only the visible rows are rendered. It is one tab stop for the keyboard: arrow keys, Page Up and Page
 * Down, Home and End move between the rows, Enter opens a photo.
 */
export function PhotoList({ label, photos, openId, onOpen }: PhotoListProps) {
  const text = useText()
  const body = useRef<HTMLTableSectionElement>(null)
  const rowFocus = useRowFocus(body, photos.length, (index) => scrollToRow(index))
  const { active, onKeyDown } = rowFocus
  const onFocus = useActivePhoto(photos, openId, rowFocus.setActive)
  const { virtualRows, scrollToRow } = useVirtualRows(body, photos.length, active, { rowHeight: ROW_PX })

  const columns = [
    { header: text('categoryPhotos.photo') },
    { header: text('details.blade'), className: 'w-24' },
    { header: text('photos.year'), className: 'w-24' },
    { header: text('details.size'), className: 'w-32 text-right' },
    { header: text('details.uploader'), className: `w-56 pl-12! ${WIDE_CLASS}` },
  ]
  return (
    <table aria-label={label} aria-rowcount={photos.length + 1} className="w-full table-fixed text-body">
      <thead>
        <tr>
          {columns.map(({ header, className = '' }) => (
            <th
              key={header}
              scope="col"
              className={`sticky top-15 z-header h-control border-b border-hairline-strong/60 bg-ground px-3 text-note font-medium text-ink-faint ${className.includes('text-right') ? '' : 'text-left'} ${className}`}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={onKeyDown}>
        {virtualRows.map((virtualRow) => {
          if ('gap' in virtualRow) {
            return (
              <tr key={virtualRow.key} aria-hidden>
                <td colSpan={columns.length} style={{ height: virtualRow.gap, padding: 0 }} />
              </tr>
            )
          }
          const { index } = virtualRow
          const photo = photos[index]
          return (
            photo && (
              <PhotoRow
                key={photo.id}
                photo={photo}
                index={index}
                height={ROW_PX}
                tabIndex={index === active ? 0 : -1}
                onFocus={() => onFocus(photo, index)}
                onOpen={() => onOpen(photo)}
              />
            )
          )
        })}
      </tbody>
    </table>
  )
}

/**
 * Keeps the tab stop at the same photo when photos arrive or disappear, and moves it to the photo in the viewer.
 *
 * @returns to call when a row gets the focus
 */
function useActivePhoto(
  photos: Photo[],
  openId: number | undefined,
  setActive: (index: number) => void,
): (photo: Photo, index: number) => void {
  const [focusedId, setFocusedId] = useState<number>()
  const [known, setKnown] = useState<{ photos: Photo[]; openId: number | undefined }>({
    photos: [],
    openId: undefined,
  })
  if (known.photos !== photos || known.openId !== openId) {
    setKnown({ photos, openId })
    const id = openId ?? focusedId
    const index = photos.findIndex((photo) => photo.id === id)
    if (index !== -1) setActive(index)
  }
  return (photo, index) => {
    setFocusedId(photo.id)
    setActive(index)
  }
}
