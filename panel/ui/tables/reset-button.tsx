import type { ReactNode } from 'react'
import { Button } from '#panel/ui/button.tsx'

interface ResetButtonProps {
  /** Removes the search text or filters. */
  onReset: () => void
  /** True at the end of a toolbar. */
  inToolbar?: boolean
  children: ReactNode
}

/**
 * The button that removes the filters of a list, in its toolbar or in the empty list. It goes away with the filters, so the first filter of
 * the same section gets the focus.
 */
export function ResetButton({ onReset, inToolbar = false, children }: ResetButtonProps) {
  return (
    <Button
      variant={inToolbar ? 'ghost' : 'outline'}
      className={inToolbar ? '-ml-1 text-action!' : ''}
      onClick={({ currentTarget }) => {
        onReset()
        const place = currentTarget.closest('section, main')
        place?.querySelector<HTMLElement>('input, select')?.focus()
      }}
    >
      {children}
    </Button>
  )
}
