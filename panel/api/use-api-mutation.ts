import {
  type MutateOptions,
  type QueryKey,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { RequestError } from './request-error.ts'
import { runOnce, useRunningChange } from './running-changes.ts'

interface ApiMutation<Input, Output> {
  /**
   * Names the change, such as `['comment.add', 4]`. As long as one of this name waits for its answer, another one is not sent: neither by a
   * held key nor by a double click, nor by the same form that was closed and opened again. A function if several inputs may be sent at the
   * same time; then an edit has its values in the name, so that a later one is never left out. Null for a call that only reads.
   */
  name: QueryKey | ((input: Input) => QueryKey) | null
  /** Sends the change. */
  call: (input: Input) => Promise<Output>
  /** Shows the change: updates cached answers, or shows a message. */
  onSuccess?: (output: Output, input: Input) => void | Promise<void>
  /** The queries to invalidate. */
  invalidates?: (input: Input) => QueryKey[]
  /** The text of the toast for an error. Left out if the screen shows the mutation's `error` itself, as forms do. */
  failureToast?: (error: Error) => { title: string; message: string }
  /** As `failureToast`, for a screen that shows the error itself: only if it was closed before the answer, for example by Back. */
  failureWhenClosed?: (error: Error) => { title: string; message: string }
  onSettled?: (input: Input) => void | Promise<void>
}

/** What a screen uses of a mutation. */
type Used<Input, Output> = Pick<
  UseMutationResult<Output, Error, Input>,
  'isPending' | 'isSuccess' | 'isIdle' | 'data' | 'variables' | 'error' | 'reset'
> & {
  /** @param options callbacks of this call, if it is sent and the screen is still there */
  mutate: (input: Input, options?: MutateOptions<Output, Error, Input>) => void
  mutateAsync: (input: Input, options?: MutateOptions<Output, Error, Input>) => Promise<Output>
}

/**
 * The mutation for every change that a user makes on the server. It invalidates the queries after a success and after a
 * failure, because the server may have made the change although the answer was lost.
 *
 * `isPending` and `error` are also those of a change of this name that began before the screen was opened again. A change that is not
 * sent because one is on its way has the outcome of that one.
 */
export function useApiMutation<Input, Output>({
  name,
  call,
  onSuccess,
  invalidates,
  failureToast,
  failureWhenClosed,
  onSettled,
}: ApiMutation<Input, Output>): Used<Input, Output> {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const mutation = useMutation<Output, Error, Input>({
    mutationFn: call,
    onSuccess: (output, input) => onSuccess?.(output, input),
    onError: (error) => {
      if (failureToast) notify({ tone: 'error', ...failureToast(error) })
      // Without a session, the sign-in page tells that the work is kept.
      const isSessionOver = error instanceof RequestError && error.status === 401
      if (failureWhenClosed && !isOpen.current && !isSessionOver)
        notify({ tone: 'error', ...failureWhenClosed(error), stays: true })
    },
    onSettled: (_output, _error, input) => {
      for (const queryKey of invalidates?.(input) ?? []) void queryClient.invalidateQueries({ queryKey })
      return onSettled?.(input)
    },
  })
  const nameOf = useRef(name)
  useEffect(() => {
    nameOf.current = name
  })
  const { mutateAsync: begin, reset: resetOwn } = mutation
  const other = useOtherScreens(typeof name === 'function' ? null : name, mutation.isPending)
  const { forget } = other

  // Both stay the same between renders, so that effects can depend on them.
  const mutateAsync = useCallback(
    (input: Input, options: MutateOptions<Output, Error, Input> = {}) => {
      const { current } = nameOf
      forget()
      const sent = typeof current === 'function' ? current(input) : current
      return sent ? runOnce(sent, () => begin(input, options)) : begin(input, options)
    },
    [begin, forget],
  )
  const mutate = useCallback(
    (input: Input, options?: MutateOptions<Output, Error, Input>) => {
      // The mutation has its error already.
      mutateAsync(input, options).catch(() => undefined)
    },
    [mutateAsync],
  )
  const reset = useCallback(() => {
    forget()
    resetOwn()
  }, [forget, resetOwn])
  return {
    mutate,
    mutateAsync,
    reset,
    isPending: mutation.isPending || other.isPending,
    isSuccess: mutation.isSuccess,
    data: mutation.data,
    variables: mutation.variables,
    isIdle: mutation.isIdle && !other.isPending,
    error: mutation.error ?? other.error,
  }
}

/** The change of this name that another screen has begun, and its error. */
function useOtherScreens(name: QueryKey | null, isOwn: boolean) {
  const running = useRunningChange(name)
  const [error, setError] = useState<Error | null>(null)
  useEffect(() => {
    if (isOwn) return
    running?.catch((failure: Error) => setError(failure))
  }, [running, isOwn])
  const forget = useCallback(() => setError(null), [])
  return { isPending: running !== undefined, error, forget }
}
