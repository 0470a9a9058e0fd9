import type { UseQueryResult } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { errorText } from '#panel/api/error-text.ts'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

interface LoadFailureProps {
  query: Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** What could not be loaded, in words. */
  title: string
  className?: string
}

/**
 * One line for a small part of a screen that could not be loaded, such as the options of a field: what failed, why, and a retry button.
 * Nothing while the part is loaded or on its way. `QueryBoundary` replaces a whole list.
 */
export function LoadFailure({ query, title, className = '' }: LoadFailureProps) {
  const text = useText()
  const { data, error, isFetching, refetch } = query
  if (data !== undefined || !error) return null
  return (
    <div
      role="alert"
      className={`flex min-h-control flex-wrap items-center gap-x-3 gap-y-1.5 text-body text-ink-soft ${className}`}
    >
      <p className="min-w-0">
        <span className="font-medium text-ink">{title}</span>
        {' · '}
        {errorText(text, error)}
      </p>
      <Button size="small" icon={RotateCw} busy={isFetching} onClick={() => refetch()}>
        {text('common.retry')}
      </Button>
    </div>
  )
}
