import type { UseQueryResult } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText } from '#panel/api/error-text.ts'
import { Button } from '#panel/ui/button.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { PartBoundary } from '#panel/ui/late-scripts/part-boundary.tsx'
import { useText } from '#panel/words/use-text.ts'

interface QueryBoundaryProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** Shown until the answer comes: skeletons in the shape of the content. */
  loading: ReactNode
  /** The text for a failure, or a function that renders it; `retry` is the retry button. */
  failed: string | ((error: Error, retry: ReactNode) => ReactNode)
  /** Shown if the list is empty. */
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows the answer of a query, and the states before it: loading, failure with retry, and an empty list. An error in it replaces it only. */
export function QueryBoundary<Data>({ query, loading, failed, empty, children }: QueryBoundaryProps<Data>) {
  const text = useText()
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) {
    const isEmpty = Array.isArray(data) && data.length === 0
    if (isEmpty && empty !== undefined) return empty
    return (
      <PartBoundary>
        <Answer data={data} render={children} />
      </PartBoundary>
    )
  }
  if (!error) return loading
  const retry = (
    <Button variant="primary" icon={RotateCw} busy={isFetching} onClick={() => refetch()}>
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

/** A component of its own, because an error boundary does not catch what is thrown outside of its children. */
function Answer<Data>({ data, render }: { data: Data; render: (data: Data) => ReactNode }) {
  return render(data)
}
