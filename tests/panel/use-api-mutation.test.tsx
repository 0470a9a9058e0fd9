// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { PreferencesProvider } from '#panel/preferences/preferences-provider.tsx'
import { ToastProvider } from '#panel/ui/toast.tsx'

type Mutation = ReturnType<typeof useApiMutation<string, string>>
type Options = Parameters<typeof useApiMutation<string, string>>[0]

let root: Root
afterEach(() => root.unmount())

/** The mutation of a mounted screen. */
async function show(options: Options) {
  const queryClient = new QueryClient()
  let mutation: Mutation | undefined
  function Screen() {
    mutation = useApiMutation(options)
    return null
  }
  const container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
  root.render(
    <QueryClientProvider client={queryClient}>
      <PreferencesProvider>
        <ToastProvider>
          <Screen />
        </ToastProvider>
      </PreferencesProvider>
    </QueryClientProvider>,
  )
  const current = await vi.waitUntil(() => mutation)
  return { queryClient, mutateAsync: current.mutateAsync, error: () => mutation?.error }
}

it.each(['success', 'failure'])('invalidates the changed queries after a %s', async (outcome) => {
  const { queryClient, mutateAsync } = await show({
    call: async (name) => (outcome === 'success' ? name : Promise.reject(new Error('lost'))),
    invalidates: (name) => [[name]],
  })
  for (const key of ['changed', 'untouched']) queryClient.setQueryData([key], [])
  await mutateAsync('changed').catch(() => undefined)
  expect(queryClient.getQueryState(['changed'])?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(['untouched'])?.isInvalidated).toBe(false)
})

it('shows a failure in a toast if it has a text for it, and always returns the error to the screen', async () => {
  const failure = new Error('The disk is full.')
  const { mutateAsync, error } = await show({
    call: () => Promise.reject(failure),
    failureToast: ({ message }) => ({ title: 'Not saved', message }),
  })
  await mutateAsync('any').catch(() => undefined)
  await vi.waitFor(() => expect(document.body.textContent).toContain('Not savedThe disk is full.'))
  await vi.waitFor(() => expect(error()).toBe(failure))
})
