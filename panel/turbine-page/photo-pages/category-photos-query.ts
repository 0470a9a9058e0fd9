import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { PHOTO_POLL_MS } from '#domain/limits.ts'
import { Photo, type PhotoCategory } from '#domain/photo.ts'
import { api } from '#panel/api/api-client.ts'
import { askAgain } from '#panel/api/query-client.ts'
import { readTaggedAnswer, type Tagged } from '#panel/api/tagged-answer.ts'
import { photoKeys } from '#panel/photos/photos-query.ts'

/** The categories of photos that have a page of their own. */
export type PageCategory = Extract<PhotoCategory, 'drone' | 'operator'>

const Listed = z.object({ data: z.array(Photo) })
type Listed = z.infer<typeof Listed>

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
      const { $get } = api.turbines[':id'].photos
      return readTaggedAnswer(
        (headers) => $get(request, { headers, init: { signal } }),
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
