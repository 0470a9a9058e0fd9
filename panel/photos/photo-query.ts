import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Photo } from '#domain/photo.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { photoKeys } from './photos-query.ts'

const Found = z.object({ photo: Photo })

/** One photo of a turbine, of any category. Used when a link opens a photo that the page does not list. */
export function photoQuery(turbineId: number, photoId: number) {
  return queryOptions({
    queryKey: photoKeys.one(turbineId, photoId),
    queryFn: async ({ signal }) => {
      const param = { id: String(turbineId), photoId: String(photoId) }
      const call = api.turbines[':id'].photos[':photoId'].$get({ param }, { init: { signal } })
      const { photo } = await readAnswer(call, Found)
      return photo
    },
  })
}
