import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makeQueryClient } from '#panel/api/query-client.ts'
import { companiesQuery } from '#panel/data/companies.ts'
import { fetchPhotoNames, photosQuery } from '#panel/data/photos.ts'
import { turbinesQuery } from '#panel/data/turbines.ts'
import { listsAfterUser, usersQuery } from '#panel/data/users.ts'
import { clearOnNewUser } from '#panel/session/cached-answers.ts'
import { endSession, openSession } from '#panel/session/stored-session.ts'
import { callerOf } from '../panel-screen.tsx'

const SECOND = 1000
const MINUTE = 60 * SECOND

const ADA = callerOf({ role: 'admin' })

let fetched = vi.fn()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  fetched = vi.fn(async () => Response.json({ success: true, data: [] }))
  vi.stubGlobal('fetch', fetched)
})

/** True if an answer is requested again after this time, in milliseconds. */
async function isRequestedAgain(request: () => Promise<unknown>, after: number): Promise<boolean> {
  await request()
  fetched.mockClear()
  vi.setSystemTime(Date.now() + after)
  await request()
  return fetched.mock.calls.length > 0
}

describe('a cached answer is used until it is stale', () => {
  it.each<[string, number, (queryClient: QueryClient) => Promise<unknown>]>([
    ['users', 5 * MINUTE, (queryClient) => queryClient.fetchQuery(usersQuery)],
    ['companies', 5 * MINUTE, (queryClient) => queryClient.fetchQuery(companiesQuery)],
    ['turbines', 2 * MINUTE, (queryClient) => queryClient.fetchQuery(turbinesQuery)],
    ['photos', 3 * MINUTE, (queryClient) => queryClient.fetchQuery(photosQuery(1))],
    ['names of photos before an upload', 30 * SECOND, (queryClient) => fetchPhotoNames(queryClient, 1)],
  ])('%s: %i ms', async (_, time, request) => {
    const queryClient = makeQueryClient()
    expect(await isRequestedAgain(() => request(queryClient), time - SECOND)).toBe(false)
    expect(await isRequestedAgain(() => request(queryClient), time)).toBe(true)
  })
})

it('the cache is empty when the app starts', async () => {
  await makeQueryClient().fetchQuery(usersQuery)
  expect(makeQueryClient().getQueryCache().getAll()).toEqual([])
})

it('signing out and signing in empty the cache', async () => {
  const queryClient = clearOnNewUser(makeQueryClient())
  for (const change of [() => openSession({ token: 'a', user: ADA }), () => endSession('expired')]) {
    await queryClient.fetchQuery(turbinesQuery)
    change()
    expect(queryClient.getQueryCache().getAll()).toEqual([])
  }
})

it('every answer is requested again after a change of a user', async () => {
  const queryClient = makeQueryClient()
  const requestAll = () =>
    Promise.all([
      queryClient.fetchQuery(usersQuery),
      queryClient.fetchQuery(companiesQuery),
      queryClient.fetchQuery(turbinesQuery),
      queryClient.fetchQuery(photosQuery(1)),
    ])
  await requestAll()
  fetched.mockClear()
  for (const queryKey of listsAfterUser()) await queryClient.invalidateQueries({ queryKey })
  await requestAll()
  expect(fetched).toHaveBeenCalledTimes(4)
})
