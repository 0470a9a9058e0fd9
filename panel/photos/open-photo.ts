import { useLocation, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod'
import { Id } from '#domain/fields.ts'
import type { Photo } from '#domain/photo.ts'

const PHOTO = 'photo'

/** The router state of an entry that lies above the same screen without a photo. */
const AbovePage = z.object({ abovePage: z.literal(true) })
type AbovePage = z.infer<typeof AbovePage>

type PhotoId = Pick<Photo, 'id'>

/**
 * Which photo the address opens (`?photo=17`), and the ways to another one. Opening adds an entry to the history, so that
 * Back closes; going from one photo to the next adds none.
 */
export function useOpenPhoto() {
  const navigate = useNavigate()
  const { state, hash } = useLocation()
  const [params] = useSearchParams()
  // React shows the new address at once, and not after the list that a deleted photo has left.
  const flushSync = true

  const addressOf = (photo: PhotoId | undefined) => {
    const search = new URLSearchParams(params)
    if (photo) search.set(PHOTO, String(photo.id))
    else search.delete(PHOTO)
    return { search: search.toString(), hash }
  }

  return {
    /** Undefined where no photo is open. */
    openId: Id.safeParse(params.get(PHOTO)).data,
    open: (photo: PhotoId) =>
      navigate(addressOf(photo), { state: { abovePage: true } satisfies AbovePage, flushSync }),
    /** Resolves when the photo is on the screen. */
    show: async (photo: PhotoId) => {
      await navigate(addressOf(photo), { replace: true, state, flushSync })
    },
    /** Goes one step back where the photo was opened from the page; else takes it out of the address. */
    close: async () => {
      if (AbovePage.safeParse(state).success) await navigate(-1)
      else await navigate(addressOf(undefined), { replace: true, flushSync })
    },
  }
}
