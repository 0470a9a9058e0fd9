import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify } from '#panel/ui/toast.tsx'

interface ApiMutation<Input, Output> {
  /** Sends the change. */
  call: (input: Input) => Promise<Output>
  /** Shows the change: updates cached answers, or shows a message. */
  onSuccess?: (output: Output, input: Input) => void | Promise<void>
  /** The queries to invalidate. */
  invalidates?: (input: Input) => QueryKey[]
  /** The text of the toast for an error. Left out if the screen shows the mutation's `error` itself, as forms do. */
  failureToast?: (error: Error) => { title: string; message: string }
  onSettled?: () => void
}

/**
 * The mutation for every change that a user makes on the server. It invalidates the queries after a success and after a
 * failure, because the server may have made the change although the answer was lost.
 */
export function useApiMutation<Input, Output>({
  call,
  onSuccess,
  invalidates,
  failureToast,
  onSettled,
}: ApiMutation<Input, Output>): UseMutationResult<Output, Error, Input> {
  const queryClient = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: call,
    onSuccess: (output, input) => onSuccess?.(output, input),
    onError: (error) => {
      if (failureToast) notify({ tone: 'error', ...failureToast(error) })
    },
    onSettled: (_output, _error, input) => {
      for (const queryKey of invalidates?.(input) ?? []) void queryClient.invalidateQueries({ queryKey })
      onSettled?.()
    },
  })
}
