import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Photo } from '#domain/photo.ts'
import { api } from '#panel/api/api-client.ts'
import { PHOTOS_FRESH_MS, PHOTOS_RECHECK_MS } from '#panel/api/query-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'

const Listed = z.object({ data: z.array(Photo) })

export const photoKeys = {
  blade: (turbineId: number) => [...turbineKeys.one(turbineId), 'photos', 'blade'] as const,
  every: (turbineId: number) => [...turbineKeys.one(turbineId), 'photos', 'every'] as const,
  one: (turbineId: number, photoId: number) => [...turbineKeys.one(turbineId), 'photos', photoId] as const,
}

/** Every blade photo of a turbine, newest first. The rooms show and count these photos. */
export function bladePhotosQuery(turbineId: number) {
  return queryOptions({
    queryKey: photoKeys.blade(turbineId),
    staleTime: PHOTOS_FRESH_MS,
    queryFn: ({ signal }) => listPhotos(turbineId, {}, signal),
  })
}

/** The names of all photos of the turbine, of every category; the cached names are at most half a minute old. */
export async function fetchPhotoNames(queryClient: QueryClient, turbineId: number): Promise<Set<string>> {
  const photos = await queryClient.fetchQuery({
    queryKey: photoKeys.every(turbineId),
    staleTime: PHOTOS_RECHECK_MS,
    queryFn: ({ signal }) => listPhotos(turbineId, { view: 'all' }, signal),
  })
  return new Set(photos.map((photo) => photo.originalName))
}

/** The photo of the turbine with this name, as the server has it now. */
export async function findPhotoNamed(
  queryClient: QueryClient,
  turbineId: number,
  name: string,
): Promise<Photo | undefined> {
  const photos = await queryClient.fetchQuery({
    queryKey: photoKeys.every(turbineId),
    staleTime: 0,
    queryFn: ({ signal }) => listPhotos(turbineId, { view: 'all' }, signal),
  })
  return photos.find(({ originalName }) => originalName === name)
}

async function listPhotos(turbineId: number, query: { view?: 'all' }, signal: AbortSignal): Promise<Photo[]> {
  const param = { id: String(turbineId) }
  const call = api.turbines[':id'].photos.$get({ param, query }, { init: { signal } })
  const { data } = await readAnswer(call, Listed)
  return data
}

export async function deletePhoto(turbineId: number, key: string): Promise<void> {
  await api.turbines[':id'].photos.$delete({ param: { id: String(turbineId) }, query: { key } })
}

/** Adds uploaded photos at the start of the cached list, the last one first, in the order of the server. */
export function addToShownPhotos(queryClient: QueryClient, turbineId: number, photos: Photo[]) {
  const blade = photos.filter(({ category }) => category === 'blade')
  if (blade.length > 0)
    changeShownPhotos(queryClient, turbineId, (shown) => [...blade.toReversed(), ...shown])
  refreshPhotos(queryClient, turbineId)
}

export function removeFromShownPhotos(queryClient: QueryClient, turbineId: number, key: string) {
  changeShownPhotos(queryClient, turbineId, (shown) => shown.filter((photo) => photo.key !== key))
}

function changeShownPhotos(queryClient: QueryClient, turbineId: number, change: (shown: Photo[]) => Photo[]) {
  const { queryKey } = bladePhotosQuery(turbineId)
  // A running request may have read the list before the change; its answer would undo the change on the screen.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (shown) => shown && change(shown))
}

/** The keys to invalidate after a change of a turbine's photos: the photos, and every count of them. */
export function photoChangeInvalidates(turbineId: number): QueryKey[] {
  return [turbineKeys.one(turbineId), turbineKeys.list()]
}

/** Invalidates a turbine's photos and every count of them. */
export function refreshPhotos(queryClient: QueryClient, turbineId: number) {
  for (const queryKey of photoChangeInvalidates(turbineId)) void queryClient.invalidateQueries({ queryKey })
}
