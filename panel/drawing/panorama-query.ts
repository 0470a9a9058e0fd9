import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Panorama } from '#domain/pictures/panorama.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'

const Found = z.object({ panorama: Panorama })

/** The data that the 360° viewer needs to show a photo. It never changes, because the file of a photo never changes. */
export function panoramaQuery(turbineId: number, photoId: number) {
  return queryOptions({
    queryKey: [...turbineKeys.one(turbineId), 'photos', photoId, 'panorama'] as const,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const param = { id: String(turbineId), photoId: String(photoId) }
      const call = api.turbines[':id'].photos[':photoId'].panorama.$get({ param }, { init: { signal } })
      const { panorama } = await readAnswer(call, Found)
      return panorama
    },
  })
}
