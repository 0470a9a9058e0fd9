import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { PHOTO_POLL_MS } from '#domain/limits.ts'
import { Photo, type PhotoCategory, PhotoLook } from '#domain/photo.ts'
import { PhotoArchive } from '#domain/photo-archive.ts'
import { KeepingFinding, type PhotoMove, UnlinkedByMove } from '#domain/pictures/photo-move.ts'
import { api } from '#panel/api/api-client.ts'
import { deleteRecord } from '#panel/api/delete-record.ts'
import { askAgain, PHOTOS_FRESH_MS, PHOTOS_RECHECK_MS } from '#panel/api/query-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { readTaggedAnswer, type Tagged } from '#panel/api/tagged-answer.ts'
import { changeShownList, refreshLists } from './cached-lists.ts'
import { findingLists, inspectionKeys, turbineKeys } from './keys.ts'

const Found = z.object({ photo: Photo })
const Listed = z.object({ data: z.array(Photo) })
type Listed = z.infer<typeof Listed>
const Moved = z.object({ data: z.array(Photo), unlinked: z.array(UnlinkedByMove) })
export type Moved = z.infer<typeof Moved>
const Refusal = z.object({ findings: z.array(KeepingFinding), more_findings: z.number().optional() })
const Ordered = z.object({ data: PhotoArchive })
const Looked = z.object({ data: PhotoLook })

const { photos: calls } = api.turbines[':id']

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
    queryFn: async ({ signal }) => {
      const request = { param: { id: String(turbineId) }, query: { view: 'all' as const } }
      return (await readAnswer(calls.$get(request, { init: { signal } }), Listed)).data
    },
  })
}

/** One photo of a turbine, of any category. Used when a link opens a photo that the page does not list. */
export function photoQuery(turbineId: number, photoId: number) {
  return queryOptions({
    queryKey: photoKeys.one(turbineId, photoId),
    queryFn: async ({ signal }) => {
      const param = { id: String(turbineId), photoId: String(photoId) }
      const call = calls[':photoId'].$get({ param }, { init: { signal } })
      return (await readAnswer(call, Found)).photo
    },
  })
}

/** The categories of photos that have a page of their own. */
export type PageCategory = Extract<PhotoCategory, 'drone' | 'operator'>

/**
 * The drone or operator photos of a turbine, newest first. While a screen shows them and the browser tab is visible, the panel asks every
 * 15 seconds whether they have changed. If not, the array stays the same one.
 */
export function categoryPhotosQuery(turbineId: number, category: PageCategory) {
  const queryKey = [...photoKeys.categories(turbineId), category] as const
  return queryOptions({
    queryKey,
    staleTime: 0,
    refetchInterval: (query) => askAgain(query, PHOTO_POLL_MS),
    queryFn: ({ client, signal }) => {
      const request = { param: { id: String(turbineId) }, query: { category } }
      return readTaggedAnswer(
        (headers) => calls.$get(request, { headers, init: { signal } }),
        Listed,
        client.getQueryData<Tagged<Listed>>(queryKey),
      )
    },
    select: photosOf,
  })
}

function photosOf({ answer }: Tagged<Listed>): Photo[] {
  return answer.data
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

/** The beginnings of the keys of the queries that show photos of a turbine, or count them. */
export function listsAfterPhoto(turbineId: number): QueryKey[] {
  return [turbineKeys.one(turbineId), turbineKeys.list(), inspectionKeys.lists(), findingLists]
}

/**
 * Deletes a photo. It is a success too if another tab has deleted it, so that the deletion of many photos goes on. The server says it only
 * about photos that are gone: what the caller may see follows from the turbine.
 */
export async function deletePhoto(turbineId: number, key: string): Promise<void> {
  try {
    const request = { param: { id: String(turbineId) }, query: { key } }
    await deleteRecord('photo', key, () => calls.$delete(request))
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'photo_not_found') throw error
  }
}

export async function movePhotos(turbineId: number, move: PhotoMove): Promise<Moved> {
  const param = { id: String(turbineId) }
  return readAnswer(calls.place.$put({ param, json: move }), Moved)
}

/** The published findings because of which nothing was moved; undefined for another error. */
export function keepingFindings(
  error: Error | null,
): { findings: KeepingFinding[]; more: number } | undefined {
  if (!(error instanceof RequestError) || error.code !== 'finding_published') return undefined
  const refusal = Refusal.safeParse(error.body).data
  return refusal && { findings: refusal.findings, more: refusal.more_findings ?? 0 }
}

/** Keeps whether a photo has been inspected. */
export async function saveInspected(turbineId: number, photoId: number, looked: boolean): Promise<PhotoLook> {
  const param = { id: String(turbineId), photoId: String(photoId) }
  const call = calls[':photoId'].look.$put({ param, json: { looked } })
  return (await readAnswer(call, Looked)).data
}

/** Orders photos of the turbine as one ZIP. Its address can be opened for some minutes. */
export async function orderArchive(turbineId: number, ids: number[]): Promise<PhotoArchive> {
  const request = { param: { id: String(turbineId) }, json: { ids } }
  return (await readAnswer(calls.archives.$post(request), Ordered)).data
}

/** Adds uploaded photos at the start of the cached list. The photo that was uploaded last comes first, as in the server's list. */
export function addToShownPhotos(queryClient: QueryClient, turbineId: number, photos: Photo[]) {
  changeShownPhotos(queryClient, turbineId, (shown) => [...photos.toReversed(), ...shown])
  refreshLists(queryClient, listsAfterPhoto(turbineId))
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
  changeShownList(queryClient, photosQuery(turbineId).queryKey, change)
}
