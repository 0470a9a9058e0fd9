import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Photo } from '#domain/photo.ts'
import { api } from '#panel/api/api-client.ts'
import { ApiError } from '#panel/api/api-error.ts'
import { PHOTOS_FRESH_MS, PHOTOS_RECHECK_MS } from '#panel/api/query-client.ts'
import { endSession } from '#panel/session/stored-session.ts'

/** Every blade photo of a turbine, newest first: what the rooms show and count. */
export function bladePhotosQuery(turbineId: number) {
  return queryOptions({
    queryKey: ['turbine', turbineId, 'photos', 'blade'],
    staleTime: PHOTOS_FRESH_MS,
    queryFn: ({ signal }) => listPhotos(turbineId, {}, signal),
  })
}

/** The names of all photos of the turbine, of every category, at most half a minute old. */
export async function fetchPhotoNames(queryClient: QueryClient, turbineId: number): Promise<Set<string>> {
  const photos = await queryClient.fetchQuery({
    queryKey: ['turbine', turbineId, 'photos', 'all'],
    staleTime: PHOTOS_RECHECK_MS,
    queryFn: ({ signal }) => listPhotos(turbineId, { view: 'all' }, signal),
  })
  return new Set(photos.map((photo) => photo.originalName))
}

async function listPhotos(turbineId: number, query: { view?: 'all' }, signal: AbortSignal): Promise<Photo[]> {
  const param = { id: String(turbineId) }
  const answer = await api.turbines[':id'].photos
    .$get({ param, query }, { init: { signal } })
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 403) endSession('expired')
      throw error
    })
  const { data } = await answer.json()
  return data
}

export async function deletePhoto(turbineId: number, key: string): Promise<void> {
  await api.turbines[':id'].photos.$delete({ param: { id: String(turbineId) }, query: { key } })
}

/** Puts uploaded photos before those that are shown: the last one first, as the server will list them. */
export function addToShownPhotos(queryClient: QueryClient, turbineId: number, photos: Photo[]) {
  changeShownPhotos(queryClient, turbineId, (shown) => [...photos.toReversed(), ...shown])
}

export function removeFromShownPhotos(queryClient: QueryClient, turbineId: number, key: string) {
  changeShownPhotos(queryClient, turbineId, (shown) => shown.filter((photo) => photo.key !== key))
}

function changeShownPhotos(queryClient: QueryClient, turbineId: number, change: (shown: Photo[]) => Photo[]) {
  const { queryKey } = bladePhotosQuery(turbineId)
  // An answer that is on its way may be of before the change, and would undo it.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (shown) => shown && change(shown))
  refreshPhotos(queryClient, turbineId)
}

/** Has a turbine's photos, and every count of them, asked for anew. */
export function refreshPhotos(queryClient: QueryClient, turbineId: number) {
  void queryClient.invalidateQueries({ queryKey: ['turbine', turbineId] })
  void queryClient.invalidateQueries({ queryKey: ['turbines'] })
}
