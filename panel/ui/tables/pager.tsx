import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

interface PagerProps {
  label: string
  previous: string
  next: string
  /** Which records are shown, in words. */
  range: string
  page: number
  hasNext: boolean
  onTurn: (page: number) => void
}

/** Buttons for the previous and the next page of a list. */
export function Pager({ label, previous, next, range, page, hasNext, onTurn }: PagerProps) {
  const text = useText()
  return (
    <nav aria-label={label} className="mt-6 flex items-center justify-center gap-4">
      <Button
        icon={ChevronLeft}
        blocked={page === 1 ? text('blocked.firstPage') : undefined}
        onClick={() => onTurn(page - 1)}
      >
        {previous}
      </Button>
      <span className="text-body text-ink-soft">{range}</span>
      <Button blocked={hasNext ? undefined : text('blocked.lastPage')} onClick={() => onTurn(page + 1)}>
        {next}
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </nav>
  )
}
