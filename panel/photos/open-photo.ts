import { useLocation, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod'
import { Id } from '#domain/fields.ts'
import type { Photo } from '#domain/photo.ts'

const PHOTO = 'photo'

/** The router state of a history entry whose previous entry is the same screen without a photo or a comparison. */
export const AbovePage = z.object({ abovePage: z.literal(true) })
export type AbovePage = z.infer<typeof AbovePage>

type PhotoId = Pick<Photo, 'id'>

/**
 * The photo in the address (`?photo=17`), and functions to change it. Opening a photo adds an entry to the history, so that
 * Back closes it. Going from one photo to the next replaces the entry.
 */
export function useOpenPhoto() {
  const navigate = useNavigate()
  const { state, hash } = useLocation()
  const [params] = useSearchParams()
  // React must render the new address first, and the list without the deleted photo after it.
  const flushSync = true

  const addressOf = (photo: PhotoId | undefined) => {
    const search = new URLSearchParams(params)
    if (photo) search.set(PHOTO, String(photo.id))
    else search.delete(PHOTO)
    return { search: search.toString(), hash }
  }

  return {
    /** Undefined if no photo is open. */
    openId: Id.safeParse(params.get(PHOTO)).data,
    open: (photo: PhotoId) =>
      navigate(addressOf(photo), { state: { abovePage: true } satisfies AbovePage, flushSync }),
    /** Resolves when the photo is on the screen. */
    show: async (photo: PhotoId) => {
      await navigate(addressOf(photo), { replace: true, state, flushSync })
    },
    /** Goes one step back if the photo was opened from the page; otherwise removes it from the address. */
    close: async () => {
      if (AbovePage.safeParse(state).success) await navigate(-1)
      else await navigate(addressOf(undefined), { replace: true, flushSync })
    },
  }
}
