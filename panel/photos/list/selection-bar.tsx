import { Columns2, FolderInput, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { COMPARE_LIMIT } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'
import { totalSizeWords } from '#panel/photos/photo-words.ts'
import { Button, IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { Selection } from './use-selection.ts'

interface SelectionBarProps {
  selection: Selection
  /** Further actions for the selected photos. */
  actions: ReactNode
  /** Absent if the caller may not move photos. */
  onMove: ((photos: Photo[]) => void) | undefined
  /** Absent if the caller may not delete photos. */
  onDelete: ((photos: Photo[]) => void) | undefined
  /** Absent if photos cannot be compared. */
  onCompare: ((photos: Photo[]) => void) | undefined
}

/**
 * The number and the total size of the selected photos, and the actions for them. It covers the column headers, so that no row moves.
 * The checkbox for all photos stays visible, except in a comparison.
 */
export function SelectionBar({ selection, actions, onMove, onDelete, onCompare }: SelectionBarProps) {
  const text = useText()
  const { selected, comparing, clear } = selection
  if (!comparing && selected.length === 0) return null
  return (
    <div
      className={`absolute inset-y-0 right-0 flex items-center gap-2 bg-action-soft px-3 text-body font-normal text-ink ${comparing ? 'w-[100cqw]' : 'w-[calc(100cqw-var(--spacing)*11)]'}`}
    >
      <p role="status" className="mr-auto font-medium">
        {comparing
          ? text('list.compare.chosen', { n: selected.length, limit: COMPARE_LIMIT })
          : text('list.selected', { n: selected.length, size: totalSizeWords(text, selected) })}
      </p>
      {comparing ? (
        <Button
          variant="primary"
          size="small"
          icon={Columns2}
          blocked={
            selected.length === COMPARE_LIMIT ? undefined : text('blocked.compare', { limit: COMPARE_LIMIT })
          }
          onClick={() => onCompare?.(selected)}
        >
          {text('list.compare')}
        </Button>
      ) : (
        <>
          {actions}
          {onMove && (
            <Button size="small" icon={FolderInput} onClick={() => onMove(selected)}>
              {text('move.open')}
            </Button>
          )}
          {onDelete && (
            <Button size="small" icon={Trash2} onClick={() => onDelete(selected)}>
              {text('list.delete', { n: selected.length })}
            </Button>
          )}
          <IconButton label={text('list.deselect')} icon={X} onClick={clear} />
        </>
      )}
    </div>
  )
}
