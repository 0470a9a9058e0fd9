import { queryOptions } from '@tanstack/react-query'
import { api } from '#panel/api/api-client.ts'

/** One photo of a turbine, of whatever category: for a link to one that the page does not list. */
export function photoQuery(turbineId: number, photoId: number) {
  return queryOptions({
    queryKey: ['turbine', turbineId, 'photos', photoId],
    queryFn: async ({ signal }) => {
      const param = { id: String(turbineId), photoId: String(photoId) }
      const answer = await api.turbines[':id'].photos[':photoId'].$get({ param }, { init: { signal } })
      const { photo } = await answer.json()
      return photo
    },
  })
}
