import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import type { Photo } from '#domain/photo.ts'
import { useFastScroll } from '#panel/ui/tables/use-fast-scroll.ts'
import { useRowFocus } from '#panel/ui/tables/use-row-focus.ts'
import { useVirtualRows } from '#panel/ui/tables/use-virtual-rows.ts'
import { useText } from '#panel/words/use-text.ts'
import { PHOTO_COLUMNS } from './photo-columns.ts'
import { PhotoRow } from './photo-row.tsx'
import { SelectAll } from './select-all.tsx'
import type { Selection } from './use-selection.ts'

/** The total height of the sticky elements above the rows: header, section bar and column headers, in CSS pixels. */
const STICKY_PX = 61 + 44 + 40

interface PhotoTableProps {
  photos: Photo[]
  /** Undefined if the viewer cannot do anything with selected photos. */
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
  const { virtualRows, scrollToRow } = useVirtualRows(body, photos.length, active, { stickyPx: STICKY_PX })
  const isScrollingFast = useFastScroll()
  const columns = PHOTO_COLUMNS.filter(({ id }) => id !== 'select' || selection)
  const photoOf = ({ target }: { target: EventTarget }) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
    return row ? photos[Number(row.dataset.row)] : undefined
  }

  function onClick(event: MouseEvent) {
    const photo = photoOf(event)
    if (!photo || !(event.target instanceof Element)) return
    // A click on a label is followed by a click on its checkbox.
    if (event.target.matches('input')) selection?.toggle(photo)
    else if (event.target.closest('[data-photo]')) onOpen(photo)
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
        aria-label={text('list.title')}
        aria-rowcount={photos.length + 1}
        className="w-full table-fixed text-body"
      >
        <colgroup>
          {columns.map(({ id, width }) => (
            <col key={id} className={width} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ id }, place) => (
              <th
                key={id}
                scope="col"
                className={`sticky top-26.25 z-header h-10 border-b border-hairline-strong/60 bg-ground px-3 text-left text-note font-medium text-ink-faint ${id === 'size' ? 'text-right' : ''}`}
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
