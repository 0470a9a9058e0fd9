import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Photo } from '#domain/photo.ts'
import { api } from '#panel/api/api-client.ts'
import { deleteRecord } from '#panel/api/delete-record.ts'
import { refreshAfter } from '#panel/api/old-lists.ts'
import { PHOTOS_FRESH_MS, PHOTOS_RECHECK_MS } from '#panel/api/query-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { RequestError } from '#panel/api/request-error.ts'
import type { Tagged } from '#panel/api/tagged-answer.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'

const Listed = z.object({ data: z.array(Photo) })
type Listed = z.infer<typeof Listed>

export const photoKeys = {
  list: (turbineId: number) => [...turbineKeys.one(turbineId), 'photos', 'list'] as const,
  /** Begins the keys of the lists of one category, which have an entity tag. */
  categories: (turbineId: number) => [...turbineKeys.one(turbineId), 'photos', 'category'] as const,
  one: (turbineId: number, photoId: number) => [...turbineKeys.one(turbineId), 'photos', photoId] as const,
}

/** Every photo of a turbine, of every category, newest first. All sections of its page show photos of this list. */
export function photosQuery(turbineId: number) {
  return queryOptions({
    queryKey: photoKeys.list(turbineId),
    staleTime: PHOTOS_FRESH_MS,
    queryFn: ({ signal }) => listPhotos(turbineId, signal),
  })
}

/** The names of all photos of the turbine; the cached list is at most half a minute old. */
export async function fetchPhotoNames(queryClient: QueryClient, turbineId: number): Promise<Set<string>> {
  const photos = await queryClient.fetchQuery({ ...photosQuery(turbineId), staleTime: PHOTOS_RECHECK_MS })
  return new Set(photos.map((photo) => photo.originalName))
}

/** The photo of the turbine with this name, as the server has it now. */
export async function findPhotoNamed(
  queryClient: QueryClient,
  turbineId: number,
  name: string,
): Promise<Photo | undefined> {
  const photos = await queryClient.fetchQuery({ ...photosQuery(turbineId), staleTime: 0 })
  return photos.find(({ originalName }) => originalName === name)
}

async function listPhotos(turbineId: number, signal: AbortSignal): Promise<Photo[]> {
  const request = { param: { id: String(turbineId) }, query: { view: 'all' as const } }
  const call = api.turbines[':id'].photos.$get(request, { init: { signal } })
  const { data } = await readAnswer(call, Listed)
  return data
}

/**
 * Deletes a photo. It is a success too if another tab has deleted it, so that the deletion of many photos goes on. The server says it only
 * about photos that are gone: what the viewer may see follows from the turbine.
 */
export async function deletePhoto(turbineId: number, key: string): Promise<void> {
  try {
    const request = { param: { id: String(turbineId) }, query: { key } }
    await deleteRecord('photo', key, () => api.turbines[':id'].photos.$delete(request))
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'photo_not_found') throw error
  }
}

/** Adds uploaded photos at the start of the cached list. The photo that was uploaded last comes first, as in the server's list. */
export function addToShownPhotos(queryClient: QueryClient, turbineId: number, photos: Photo[]) {
  changeShownPhotos(queryClient, turbineId, (shown) => [...photos.toReversed(), ...shown])
  refreshPhotos(queryClient, turbineId)
}

export function removeFromShownPhotos(queryClient: QueryClient, turbineId: number, keys: string[]) {
  const removed = new Set(keys)
  changeShownPhotos(queryClient, turbineId, (shown) => shown.filter(({ key }) => !removed.has(key)))
}

/**
 * Changes fields of one cached photo, in the lists and where it is cached alone.
 *
 * @returns the photo of the list before the change; undefined if the list does not have it
 */
export function changeShownPhoto(
  queryClient: QueryClient,
  turbineId: number,
  id: number,
  fields: Partial<Photo>,
): Photo | undefined {
  const { queryKey } = photosQuery(turbineId)
  const former = queryClient.getQueryData(queryKey)?.find((photo) => photo.id === id)
  const changed = (photo: Photo) => (photo.id === id ? { ...photo, ...fields } : photo)
  changeShownPhotos(queryClient, turbineId, (shown) => shown.map(changed))
  queryClient.setQueryData<Photo>(photoKeys.one(turbineId, id), (photo) => photo && changed(photo))
  const ofCategories = { queryKey: photoKeys.categories(turbineId) }
  void queryClient.cancelQueries(ofCategories)
  queryClient.setQueriesData<Tagged<Listed>>(
    ofCategories,
    (shown) => shown && { etag: null, answer: { ...shown.answer, data: shown.answer.data.map(changed) } },
  )
  return former
}

/** Shows photos as an answer has them, such as those that were moved. */
export function replaceShownPhotos(queryClient: QueryClient, turbineId: number, photos: readonly Photo[]) {
  const answered = new Map(photos.map((photo) => [photo.id, photo]))
  changeShownPhotos(queryClient, turbineId, (shown) => shown.map((photo) => answered.get(photo.id) ?? photo))
  for (const photo of photos)
    queryClient.setQueryData<Photo>(photoKeys.one(turbineId, photo.id), (shown) => shown && photo)
}

/** True while the list of a turbine's photos is on its way. */
export function isLoadingPhotos(queryClient: QueryClient, turbineId: number): boolean {
  return queryClient.isFetching({ queryKey: photosQuery(turbineId).queryKey, exact: true }) > 0
}

/** Loads the list of a turbine's photos again. */
export function refetchShownPhotos(queryClient: QueryClient, turbineId: number) {
  void queryClient.invalidateQueries({ queryKey: photosQuery(turbineId).queryKey })
}

function changeShownPhotos(queryClient: QueryClient, turbineId: number, change: (shown: Photo[]) => Photo[]) {
  const { queryKey } = photosQuery(turbineId)
  // A running request may have read the list before the change; its answer would undo the change on the screen.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (shown) => shown && change(shown))
}

/** Invalidates a turbine's photos and every count of them. */
export function refreshPhotos(queryClient: QueryClient, turbineId: number) {
  refreshAfter(queryClient, 'photo', turbineId)
}
