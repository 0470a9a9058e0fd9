import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { PhotoExif } from '#domain/photo.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'

const Found = z.object({ exif: PhotoExif })

/** What the camera wrote into a photo. A file never changes, so it is asked once. */
export function exifQuery(turbineId: number, photoId: number) {
  return queryOptions({
    queryKey: [...turbineKeys.one(turbineId), 'exif', photoId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const param = { id: String(turbineId), photoId: String(photoId) }
      const call = api.turbines[':id'].photos[':photoId'].exif.$get({ param }, { init: { signal } })
      const { exif } = await readAnswer(call, Found)
      return exif
    },
  })
}
