import type { Ref } from 'react'
import type { Photo } from '#domain/photo.ts'
import { PhotoPicture } from '#panel/photos/photo-picture.tsx'
import { sizeWords } from '#panel/photos/photo-words.ts'
import { OPENING_ROW_CLASS, openClickedRow } from '#panel/ui/tables/open-clicked-row.ts'
import { useText } from '#panel/words/use-text.ts'
import type { PHOTO_COLUMNS } from './photo-columns.ts'

interface PhotoRowProps {
  photo: Photo
  /** The columns that the table has room for. The first one is the picture with its name. */
  columns: readonly (typeof PHOTO_COLUMNS)[number][]
  measureRow: Ref<HTMLTableRowElement>
  /** True for the photo in the lightbox. */
  isOpen: boolean
  index: number
  /** In CSS pixels. */
  height: number
  tabIndex: 0 | -1
  onFocus: () => void
  onOpen: () => void
}

/** A photo with its thumbnail. A click anywhere on the row opens it. */
export function PhotoRow(props: PhotoRowProps) {
  const { photo, columns, measureRow, isOpen, index, height, tabIndex, onFocus, onOpen } = props
  const text = useText()
  return (
    <tr
      ref={measureRow}
      aria-current={isOpen ? true : undefined}
      data-row={index}
      aria-rowindex={index + 2}
      style={{ height }}
      onFocus={onFocus}
      onClick={openClickedRow}
      className={`cursor-zoom-in border-b border-hairline text-ink-soft transition-colors focus-within:bg-action-soft hover:bg-surface-sunken aria-[current]:bg-action-soft ${OPENING_ROW_CLASS}`}
    >
      <td className="px-3">
        <div className="flex items-center gap-4">
          <span className="block h-[68px] w-[102px] shrink-0 overflow-hidden rounded bg-surface-sunken">
            <PhotoPicture photo={photo} />
          </span>
          <button
            type="button"
            data-opens-row
            data-photo={photo.id}
            tabIndex={tabIndex}
            aria-label={text('photos.open', { name: photo.originalName })}
            onClick={onOpen}
            className="min-w-0 cursor-zoom-in text-left font-medium wrap-anywhere text-ink outline-none"
          >
            {photo.originalName}
          </button>
        </div>
      </td>
      {columns.slice(1).map(({ id }) => (
        <td key={id} className={`px-3 wrap-break-word ${id === 'details.size' ? 'text-right' : ''}`}>
          {renderValue(id)}
        </td>
      ))}
    </tr>
  )

  function renderValue(id: (typeof PHOTO_COLUMNS)[number]['id']) {
    switch (id) {
      case 'details.blade':
        return photo.blade ?? '–'
      case 'photos.year':
        return photo.year
      case 'details.size':
        return sizeWords(text, photo)
      default:
        return photo.uploader_name
    }
  }
}
