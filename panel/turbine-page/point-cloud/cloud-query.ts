import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { PointCloudState } from '#domain/pictures/point-cloud.ts'
import { api } from '#panel/api/api-client.ts'
import { askAgain } from '#panel/api/query-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'

/** How often to ask how far a cloud is, in milliseconds. */
const ASK_EVERY_MS = 1000

/** The failures of the server itself that end its work: asking again would begin it from the start. */
const FAILURES = ['storage_full', 'storage_read_only', 'internal_error', 'file_not_processed']

/** True if only a person should ask again: the photo is gone, its file cannot be read, or the server cannot prepare it. */
export function isFinal(error: unknown): boolean {
  return (
    error instanceof RequestError &&
    (error.status === 404 || error.status === 415 || FAILURES.includes(error.code))
  )
}

const Found = z.object({ cloud: PointCloudState })

/** How a point cloud is shown. While the server prepares it, this asks again and again. */
export function cloudQuery(turbineId: number, photoId: number) {
  return queryOptions<PointCloudState>({
    queryKey: [...turbineKeys.one(turbineId), 'photos', photoId, 'cloud'] as const,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: (query) => {
      const { data, error } = query.state
      if (data?.state !== 'preparing' || isFinal(error)) return false
      return askAgain(query, ASK_EVERY_MS)
    },
    queryFn: async ({ signal }) => {
      const param = { id: String(turbineId), photoId: String(photoId) }
      const call = api.turbines[':id'].photos[':photoId'].cloud.$get({ param }, { init: { signal } })
      const { cloud } = await readAnswer(call, Found)
      return cloud
    },
  })
}
