import { useRef, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import { pixelsOf } from '#panel/ui/root-font.ts'
import { headClass } from '#panel/ui/tables/table-column.ts'
import { useFittingColumns } from '#panel/ui/tables/use-fitting-columns.ts'
import { useRowFocus } from '#panel/ui/tables/use-row-focus.ts'
import { useVirtualRows } from '#panel/ui/tables/use-virtual-rows.ts'
import { useText } from '#panel/words/use-text.ts'
import { PHOTO_COLUMNS } from './photo-columns.ts'
import { PhotoRow } from './photo-row.tsx'

/** The height of a row with its thumbnail, in CSS pixels. */
const ROW_PX = pixelsOf(5.25)

interface PhotoListProps {
  label: string
  photos: Photo[]
  /** The photo in the lightbox. Its row is rendered, so that it can get the focus when the lightbox closes. */
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
  const { virtualRows, scrollToRow, measureRow } = useVirtualRows(body, photos.length, active, ROW_PX)

  const table = useRef<HTMLTableElement>(null)
  const columns = useFittingColumns(table, PHOTO_COLUMNS)
  return (
    <table
      ref={table}
      aria-label={label}
      aria-rowcount={photos.length + 1}
      className="w-full table-fixed text-body"
    >
      <thead>
        <tr>
          {columns.map(({ id, part }) => (
            <th
              key={id}
              scope="col"
              style={{ width: part }}
              className={`h-control px-3 ${headClass(false)} ${id === 'details.size' ? 'text-right!' : ''}`}
            >
              {text(id)}
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
                columns={columns}
                measureRow={measureRow}
                isOpen={photo.id === openId}
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
 * Keeps the tab stop at the same photo when photos arrive or disappear, and moves it to the photo in the lightbox.
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
