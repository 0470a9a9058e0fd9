import { RotateCw } from 'lucide-react'
import { errorText } from '#panel/api/error-text.ts'
import { Button } from '#panel/ui/button.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { useText } from '#panel/words/use-text.ts'

interface LoadFailureProps {
  title: string
  error: unknown
  busy: boolean
  onRetry: () => void
}

/** Stands where a list would that could not be had, and offers to ask again. */
export function LoadFailure({ title, error, busy, onRetry }: LoadFailureProps) {
  const text = useText()
  return (
    <EmptyState
      alert
      title={title}
      action={
        <Button look="primary" icon={RotateCw} busy={busy} onClick={onRetry}>
          {text('common.retry')}
        </Button>
      }
    >
      {errorText(text, error)}
    </EmptyState>
  )
}
