import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import type { Photo } from '#domain/photo.ts'
import { hasSelectedText } from '#panel/ui/tables/open-clicked-row.ts'
import { headClass } from '#panel/ui/tables/table-column.ts'
import { useFastScroll } from '#panel/ui/tables/use-fast-scroll.ts'
import { useFittingColumns } from '#panel/ui/tables/use-fitting-columns.ts'
import { useRowFocus } from '#panel/ui/tables/use-row-focus.ts'
import { useVirtualRows } from '#panel/ui/tables/use-virtual-rows.ts'
import { useText } from '#panel/words/use-text.ts'
import { PHOTO_COLUMNS, PHOTO_COLUMNS_TO_READ } from './photo-columns.ts'
import { PhotoRow } from './photo-row.tsx'
import { SelectAll } from './select-all.tsx'
import type { Selection } from './use-selection.ts'

interface PhotoTableProps {
  photos: Photo[]
  /** Undefined if the caller cannot do anything with selected photos. */
  selection: Selection | undefined
  /** Shown in place of the column headers while photos are selected. */
  bar: ReactNode
  onOpen: (photo: Photo) => void
  /** Called by the Delete key on a row. */
  onDelete: (photo: Photo) => void
}

/**
 * The photos as rows that scroll with the page; only the visible ones are rendered. The table is one tab stop: arrow keys, Page Up and
 * Down, Home and End move between its rows, Enter opens, Space selects, Delete asks.
 */
export function PhotoTable({ photos, selection, bar, onOpen, onDelete }: PhotoTableProps) {
  const text = useText()
  const body = useRef<HTMLTableSectionElement>(null)
  const { active, setActive, onKeyDown } = useRowFocus(body, photos.length, (index) => scrollToRow(index))
  const { virtualRows, scrollToRow, measureRow } = useVirtualRows(body, photos.length, active)
  const isScrollingFast = useFastScroll()
  const table = useRef<HTMLTableElement>(null)
  const columns = useFittingColumns(table, selection ? PHOTO_COLUMNS : PHOTO_COLUMNS_TO_READ)
  const photoOf = ({ target }: { target: EventTarget }) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
    return row ? photos[Number(row.dataset.row)] : undefined
  }

  function onClick(event: MouseEvent) {
    const photo = photoOf(event)
    if (!photo || !(event.target instanceof Element)) return
    // A click on a label is followed by a click on its checkbox.
    if (event.target.matches('input')) selection?.toggle(photo)
    else if (!event.target.closest('label') && !hasSelectedText()) onOpen(photo)
  }

  function onKey(event: KeyboardEvent) {
    const photo = photoOf(event)
    if (photo && event.key === 'Delete') onDelete(photo)
    else if (photo && event.key === ' ' && selection) {
      // Otherwise the button of the row opens the photo.
      event.preventDefault()
      if (!event.repeat) selection.toggle(photo)
    } else onKeyDown(event)
  }

  return (
    <div className="@container">
      <table
        ref={table}
        aria-label={text('list.title')}
        aria-rowcount={photos.length + 1}
        className="w-full table-fixed text-body"
      >
        <thead>
          <tr>
            {columns.map(({ id, part }, place) => (
              <th
                key={id}
                scope="col"
                style={{ width: part }}
                className={`h-10 px-3 ${headClass(true)} ${id === 'size' ? 'text-right!' : ''}`}
              >
                {id === 'select' || id === 'picture' ? (
                  <span className="sr-only">{text(`list.column.${id}`)}</span>
                ) : (
                  text(`list.column.${id}`)
                )}
                {id === 'select' && selection && <SelectAll photos={photos} selection={selection} />}
                {/* It is in the last header cell, so that it covers the other ones. */}
                {place === columns.length - 1 && bar}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          ref={body}
          onClick={onClick}
          onKeyDown={onKey}
          onFocus={({ target }) =>
            setActive(Number(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? 0))
          }
        >
          {virtualRows.map((virtualRow) => {
            if ('gap' in virtualRow) {
              return (
                <tr key={virtualRow.key} aria-hidden>
                  <td colSpan={columns.length} style={{ height: virtualRow.gap, padding: 0 }} />
                </tr>
              )
            }
            const photo = photos[virtualRow.index]
            if (photo === undefined) return null
            return (
              <PhotoRow
                key={photo.id}
                photo={photo}
                columns={columns}
                measureRow={measureRow}
                index={virtualRow.index}
                isTabStop={virtualRow.index === active}
                selection={selection && stateOf(photo, selection)}
                isScrollingFast={isScrollingFast}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function stateOf(photo: Photo, selection: Selection) {
  if (selection.isSelected(photo)) return 'selected'
  return selection.isLocked(photo) ? 'locked' : 'free'
}
