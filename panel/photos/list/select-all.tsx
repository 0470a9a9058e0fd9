import type { Photo } from '#domain/photo.ts'
import { useText } from '#panel/words/use-text.ts'
import type { Selection } from './use-selection.ts'

interface SelectAllProps {
  /** Every photo that passes the filters, also those that are not rendered. */
  photos: Photo[]
  selection: Selection
}

/** The checkbox of the column header. It is half checked if only some of the photos are selected. It is hidden in a comparison. */
export function SelectAll({ photos, selection }: SelectAllProps) {
  const text = useText()
  if (selection.comparing) return null
  const isSome = photos.some(selection.isSelected)
  const isAll = isSome && photos.every(selection.isSelected)
  return (
    <label
      className={`absolute inset-0 grid cursor-pointer place-items-center ${selection.selected.length > 0 ? 'bg-action-soft' : ''}`}
    >
      <input
        type="checkbox"
        aria-label={text('list.select.all')}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = isSome && !isAll
        }}
        onChange={() => selection.toggleAll(photos)}
        className="size-4 cursor-pointer accent-action"
      />
    </label>
  )
}
