import type { UseQueryResult } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '#panel/api/error-text.ts'
import { Button } from '#panel/ui/button.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { useText } from '#panel/words/use-text.ts'

interface QueryBoundaryProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** What stands there until the answer comes: skeletons in its shape. */
  loading: ReactNode
  /** What could not be loaded, or what to show instead; `retry` is the button that asks again. */
  failed: string | ((error: Error, retry: ReactNode) => ReactNode)
  /** What to show where there is nothing to list. */
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows a query's answer, and what stands in its place before it, without it, and where it is an empty list. */
export function QueryBoundary<Data>({ query, loading, failed, empty, children }: QueryBoundaryProps<Data>) {
  const text = useText()
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) {
    const isEmpty = Array.isArray(data) && data.length === 0
    return isEmpty && empty !== undefined ? empty : children(data)
  }
  if (!error) return loading
  const retry = (
    <Button look="primary" icon={RotateCw} busy={isFetching} onClick={() => refetch()}>
      {text('common.retry')}
    </Button>
  )
  if (typeof failed !== 'string') return failed(error, retry)
  return (
    <EmptyState alert title={failed} action={retry}>
      {errorText(text, error)}
    </EmptyState>
  )
}
