import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { expect, it, vi } from 'vitest'
import { RequestError } from '#panel/api/request-error.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { openSession } from '#panel/session/stored-session.ts'
import { Around, attachRoot, callerOf } from '../panel-screen.tsx'

type Mutation = ReturnType<typeof useApiMutation<string, string>>
type Options = Parameters<typeof useApiMutation<string, string>>[0]

let close: () => void

/** The mutation of a mounted screen. */
async function show(options: Options) {
  const queryClient = new QueryClient()
  let mutation: Mutation | undefined
  function Screen() {
    mutation = useApiMutation(options)
    return null
  }
  const { root, close: unmount } = attachRoot()
  close = unmount
  const render = (screen: ReactNode) => root.render(<Around queryClient={queryClient}>{screen}</Around>)
  render(<Screen />)
  const current = await vi.waitUntil(() => mutation)
  return {
    queryClient,
    ...current,
    /** Closes the screen, as Back does. */
    closeScreen: () => flushSync(() => render(null)),
    now: () => mutation as Mutation,
    error: () => mutation?.error,
  }
}

it.each(['success', 'failure'])('invalidates the changed queries after a %s', async (outcome) => {
  const { queryClient, mutateAsync } = await show({
    name: ['a'],
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
    name: ['a'],
    call: () => Promise.reject(failure),
    failureToast: ({ message }) => ({ title: 'Not saved', message }),
  })
  await mutateAsync('any').catch(() => undefined)
  await vi.waitFor(() => expect(document.body.textContent).toContain('Not savedThe disk is full.'))
  await vi.waitFor(() => expect(error()).toBe(failure))
})

it('tells the failure of a closed form in a toast, not that of an open one, nor the end of the session', async () => {
  const answer = Promise.withResolvers<string>()
  const call = vi.fn(() => answer.promise)
  const failureWhenClosed = ({ message }: Error) => ({ title: 'Not saved', message })
  const failures = [new Error('The disk is full.'), new RequestError({ code: 'unauthorized', status: 401 })]
  for (const failure of failures) {
    const told = failure === failures[0]
    const failed = Promise.withResolvers<string>()
    const form = await show({ name: ['b'], call: () => failed.promise, failureWhenClosed })
    const sent = form.mutateAsync('any').catch(() => undefined)
    form.closeScreen()
    failed.reject(failure)
    await sent
    if (told)
      await vi.waitFor(() => expect(document.body.textContent).toContain('Not savedThe disk is full.'))
    else expect(document.body.textContent).not.toContain('Not saved')
    close()
  }
  const { mutateAsync, error } = await show({ name: ['c'], call, failureWhenClosed })
  answer.reject(failures[0])
  await mutateAsync('any').catch(() => undefined)
  await vi.waitFor(() => expect(error()).toBe(failures[0]))
  expect(document.body.textContent).not.toContain('Not saved')
})

it('sends one change of a name until its answer, whatever is typed meanwhile, and the next one after it', async () => {
  const answers: PromiseWithResolvers<string>[] = []
  const call = vi.fn(() => {
    const answer = Promise.withResolvers<string>()
    answers.push(answer)
    return answer.promise
  })
  const onSuccess = vi.fn()
  const { mutate, mutateAsync } = await show({ name: ['add'], call, onSuccess })
  for (let n = 0; n < 5; n += 1) mutate(`value ${n}`)
  const shared = mutateAsync('value 6')
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.resolve('saved')
  await expect(shared).resolves.toBe('saved')
  expect(onSuccess).toHaveBeenCalledExactlyOnceWith('saved', 'value 0')
  expect(call).toHaveBeenCalledOnce()
  mutate('value 7')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.resolve('')
})

it('sends different edits at the same time, but not the same one twice', async () => {
  const call = vi.fn((input: string) => Promise.resolve(input))
  const { mutate } = await show({ name: (input) => ['edit', input], call })
  for (const input of ['a', 'a', 'b']) mutate(input)
  await vi.waitFor(() => expect(call.mock.calls.map(([input]) => input)).toEqual(['a', 'b']))
})

it('is busy with a change that began before the screen was opened again, and shows its error', async () => {
  const answer = Promise.withResolvers<string>()
  const call = vi.fn(() => answer.promise)
  const closed = await show({ name: ['reopened'], call })
  closed.mutate('a')
  close()
  const { now, mutate } = await show({ name: ['reopened'], call })
  expect(now().isPending).toBe(true)
  mutate('b')
  expect(call).toHaveBeenCalledOnce()
  const failure = new Error('lost')
  answer.reject(failure)
  await vi.waitFor(() => expect(now()).toMatchObject({ isPending: false, error: failure }))
  now().reset()
  await vi.waitFor(() => expect(now().error).toBeNull())
})

it('does not take the change of another user for one of its own', async () => {
  const answer = Promise.withResolvers<string>()
  const call = vi.fn((_input: string) => answer.promise)
  openSession({ token: 'a', user: callerOf({ id: 1 }) })
  const first = await show({ name: ['form'], call })
  first.mutate('of the first user')
  close()
  openSession({ token: 'b', user: callerOf({ id: 2 }) })
  const { now, mutateAsync } = await show({ name: ['form'], call })
  expect(now().isPending).toBe(false)
  const sent = mutateAsync('of the second user')
  answer.resolve('')
  await sent
  expect(call.mock.calls.map(([input]) => input)).toEqual(['of the first user', 'of the second user'])
})
