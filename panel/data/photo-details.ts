import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { PhotoMeasuring, type PhotoScale } from '#domain/findings/photo-scale.ts'
import { PhotoExif } from '#domain/photo.ts'
import { Panorama } from '#domain/pictures/panorama.ts'
import { PointCloudState } from '#domain/pictures/point-cloud.ts'
import { api } from '#panel/api/api-client.ts'
import { askAgain } from '#panel/api/query-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { turbineKeys } from './keys.ts'
import { photoKeys } from './photos.ts'

/** How often to ask how far a cloud is, in milliseconds. */
const CLOUD_POLL_MS = 1000
/** How often to ask for what the server has not read yet, in milliseconds. */
const NOT_READ_MS = 15_000

/** The failures of the server itself that end its work: asking again would begin it from the start. */
const FAILURES = ['storage_full', 'storage_read_only', 'internal_error', 'file_not_processed']

const Described = z.object({ panorama: Panorama })
const Prepared = z.object({ cloud: PointCloudState })
const Written = z.object({ exif: PhotoExif.nullable() })
const Measured = z.object({ data: PhotoMeasuring })

const photo = api.turbines[':id'].photos[':photoId']

/** The data that the 360° viewer needs to show a photo. It never changes, because the file of a photo never changes. */
export function panoramaQuery(turbineId: number, photoId: number) {
  return queryOptions({
    queryKey: [...photoKeys.one(turbineId, photoId), 'panorama'] as const,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const call = photo.panorama.$get({ param: pathOf(turbineId, photoId) }, { init: { signal } })
      return (await readAnswer(call, Described)).panorama
    },
  })
}

/** How a point cloud is shown. While the server prepares it, this asks again and again. */
export function cloudQuery(turbineId: number, photoId: number) {
  return queryOptions<PointCloudState>({
    queryKey: [...photoKeys.one(turbineId, photoId), 'cloud'] as const,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: (query) => {
      const { data, error } = query.state
      if (data?.state !== 'preparing' || isFinalCloudFailure(error)) return false
      return askAgain(query, CLOUD_POLL_MS)
    },
    queryFn: async ({ signal }) => {
      const call = photo.cloud.$get({ param: pathOf(turbineId, photoId) }, { init: { signal } })
      return (await readAnswer(call, Prepared)).cloud
    },
  })
}

/** What the camera wrote into a photo; null if the server has not read it yet. A file never changes, so it is asked until it is known. */
export function exifQuery(turbineId: number, photoId: number) {
  return queryOptions<PhotoExif | null>({
    queryKey: [...turbineKeys.one(turbineId), 'exif', photoId],
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: (query) => askAgain(query, query.state.data === null && NOT_READ_MS),
    queryFn: async ({ signal }) => {
      const call = photo.exif.$get({ param: pathOf(turbineId, photoId) }, { init: { signal } })
      return (await readAnswer(call, Written)).exif
    },
  })
}

/** The scale of a photo; null if no line of known length is drawn on it. */
export function photoScaleQuery(turbineId: number, photoId: number) {
  return queryOptions<PhotoScale | null>({
    queryKey: [...turbineKeys.one(turbineId), 'scale', photoId],
    queryFn: async ({ signal }) => {
      const call = photo.scale.$get({ param: pathOf(turbineId, photoId) }, { init: { signal } })
      return (await readAnswer(call, Measured)).data.scale
    },
  })
}

/** @param scale null removes it */
export async function saveScale(turbineId: number, photoId: number, scale: PhotoScale | null) {
  const call = photo.scale.$put({ param: pathOf(turbineId, photoId), json: { scale } })
  return (await readAnswer(call, Measured)).data.scale
}

/** True if only a person should ask again: the photo is gone, its file cannot be read, or the server cannot prepare it. */
export function isFinalCloudFailure(error: unknown): boolean {
  return (
    error instanceof RequestError &&
    (error.status === 404 || error.status === 415 || FAILURES.includes(error.code))
  )
}

function pathOf(turbineId: number, photoId: number) {
  return { id: String(turbineId), photoId: String(photoId) }
}
