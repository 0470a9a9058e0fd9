import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { PhotoExif } from '#domain/photo.ts'
import { api } from '#panel/api/api-client.ts'
import { askAgain } from '#panel/api/query-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'

const Found = z.object({ exif: PhotoExif.nullable() })

/** How often to ask for what the server has not read yet, in milliseconds. */
const NOT_READ_MS = 15_000

/** What the camera wrote into a photo; null if the server has not read it yet. A file never changes, so it is asked until it is known. */
export function exifQuery(turbineId: number, photoId: number) {
  return queryOptions<PhotoExif | null>({
    queryKey: [...turbineKeys.one(turbineId), 'exif', photoId],
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: (query) => askAgain(query, query.state.data === null && NOT_READ_MS),
    queryFn: async ({ signal }) => {
      const param = { id: String(turbineId), photoId: String(photoId) }
      const call = api.turbines[':id'].photos[':photoId'].exif.$get({ param }, { init: { signal } })
      const { exif } = await readAnswer(call, Found)
      return exif
    },
  })
}
