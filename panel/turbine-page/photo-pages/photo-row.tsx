import type { Photo } from '#domain/photo.ts'
import { PhotoPicture } from '#panel/photos/photo-picture.tsx'
import { sizeWords } from '#panel/photos/photo-words.ts'
import { WIDE_CLASS } from '#panel/ui/tables/table-column.ts'
import { useText } from '#panel/words/use-text.ts'

interface PhotoRowProps {
  photo: Photo
  index: number
  /** In CSS pixels. */
  height: number
  tabIndex: 0 | -1
  onFocus: () => void
  onOpen: () => void
}

/** A photo with its thumbnail. A click anywhere on the row opens it. */
export function PhotoRow({ photo, index, height, tabIndex, onFocus, onOpen }: PhotoRowProps) {
  const text = useText()
  return (
    <tr
      data-row={index}
      aria-rowindex={index + 2}
      style={{ height }}
      onFocus={onFocus}
      className="relative border-b border-hairline text-ink-soft transition-colors focus-within:bg-action-soft hover:bg-surface-sunken"
    >
      <td className="px-3">
        <div className="flex items-center gap-4">
          <span className="block h-[68px] w-[102px] shrink-0 overflow-hidden rounded bg-surface-sunken">
            <PhotoPicture photo={photo} />
          </span>
          <button
            type="button"
            data-photo={photo.id}
            tabIndex={tabIndex}
            aria-label={text('photos.open', { name: photo.originalName })}
            onClick={onOpen}
            className="min-w-0 cursor-zoom-in truncate text-left font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            {photo.originalName}
          </button>
        </div>
      </td>
      <td className="px-3">{photo.blade ?? '–'}</td>
      <td className="px-3 tabular-nums">{photo.year}</td>
      <td className="px-3 text-right tabular-nums">{sizeWords(text, photo)}</td>
      <td className={`truncate pr-3 pl-12 ${WIDE_CLASS}`}>{photo.uploader_name}</td>
    </tr>
  )
}
