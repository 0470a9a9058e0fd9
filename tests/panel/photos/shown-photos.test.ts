import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { turbineKeys } from '#panel/data/keys.ts'
import {
  addToShownPhotos,
  changeShownPhoto,
  photoKeys,
  photosQuery,
  removeFromShownPhotos,
} from '#panel/data/photos.ts'

const photo = (key: string) => ({ key }) as Photo
const { queryKey } = photosQuery(1)

function showing(...keys: string[]) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(queryKey, keys.map(photo))
  const shown = () => queryClient.getQueryData(queryKey)?.map(({ key }) => key)
  return { queryClient, shown }
}

it('adds uploaded photos in the order of the server: the last one first', () => {
  const { queryClient, shown } = showing('old')
  addToShownPhotos(queryClient, 1, [photo('first'), photo('second')])
  expect(shown()).toEqual(['second', 'first', 'old'])
})

it('removes a deleted photo at once', () => {
  const { queryClient, shown } = showing('a', 'b', 'c')
  removeFromShownPhotos(queryClient, 1, ['b'])
  expect(shown()).toEqual(['a', 'c'])
})

it('invalidates all queries that a change of photos affects, and no query of other turbines', () => {
  const { queryClient } = showing('a')
  const touched = [turbineKeys.one(1), photoKeys.one(1, 7), queryKey, turbineKeys.list()]
  const untouched = [turbineKeys.one(2), photoKeys.list(2)]
  for (const key of [...touched, ...untouched]) queryClient.setQueryData(key, [])
  addToShownPhotos(queryClient, 1, [])
  const stale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated
  expect(touched.map(stale)).toEqual([true, true, true, true])
  expect(untouched.map(stale)).toEqual([false, false])
})

it('ignores an answer to a request from before the change', async () => {
  const { queryClient, shown } = showing('a', 'b')
  const old = Promise.withResolvers<Photo[]>()
  const asked = queryClient.fetchQuery({ queryKey, queryFn: () => old.promise }).catch(() => undefined)
  removeFromShownPhotos(queryClient, 1, ['b'])
  old.resolve([photo('a'), photo('b')])
  await asked
  expect(shown()).toEqual(['a'])
})

it('changes one photo in the list and where it is cached alone', () => {
  const queryClient = new QueryClient()
  const [one, other] = [1, 2].map((id) => ({ id, looked_at: null }) as Photo)
  queryClient.setQueryData(queryKey, [one, other] as Photo[])
  queryClient.setQueryData(photoKeys.one(1, 2), other)
  expect(changeShownPhoto(queryClient, 1, 2, { looked_at: 'now' })).toBe(other)
  expect(queryClient.getQueryData(queryKey)).toEqual([one, { id: 2, looked_at: 'now' }])
  expect(queryClient.getQueryData(photoKeys.one(1, 2))).toEqual({ id: 2, looked_at: 'now' })
  expect(changeShownPhoto(queryClient, 1, 3, { looked_at: 'now' })).toBeUndefined()
})
