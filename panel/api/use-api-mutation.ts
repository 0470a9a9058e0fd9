import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify } from '#panel/ui/toast.tsx'

interface ApiMutation<Input, Output> {
  /** Sends the change. */
  call: (input: Input) => Promise<Output>
  /** Shows the change: puts it into cached answers, says that it is done. */
  onSuccess?: (output: Output, input: Input) => void | Promise<void>
  /** The queries whose answers the change makes old. */
  invalidates?: (input: Input) => QueryKey[]
  /** The words of an error's toast. Left out where the screen itself shows the mutation's `error`, as forms do. */
  failureToast?: (error: Error) => { title: string; message: string }
  onSettled?: () => void
}

/**
 * The one shape of a change that a person makes on the server. The queries that it makes old are asked for anew after a
 * success and after a failure: where only the answer was lost, the change has happened.
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
