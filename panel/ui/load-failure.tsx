import { RotateCw } from 'lucide-react'
import { errorText } from '#panel/api/error-text.ts'
import { useText } from '#panel/preferences/use-text.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

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
