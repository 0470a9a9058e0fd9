import { Id } from '#domain/fields.ts'
import type { Finding } from '#domain/findings/finding.ts'
import type { Photo } from '#domain/photo.ts'
import { useAddressLayer } from '#panel/ui/address/address-layer.ts'

/** The open finding of the photo. It belongs to the photo, so another photo closes it. */
const FINDING = 'finding'

type PhotoId = Pick<Photo, 'id'>

/** The photo in the address (`?photo=17`), and functions to change it. Going from one photo to the next replaces the history entry. */
export function useOpenPhoto() {
  const { value, open, show, close } = useAddressLayer('photo', [FINDING])
  return {
    /** Undefined if no photo is open. */
    openId: Id.safeParse(value).data,
    open: ({ id }: PhotoId) => open(String(id)),
    /** Opens a finding on its photo, above a comparison of photos; Back shows the comparison again. A finding that the server does not have yet is undefined. */
    openMark: ({ id }: PhotoId, finding: Pick<Finding, 'id'> | undefined) =>
      open(String(id), { [FINDING]: finding && String(finding.id), compare: undefined, as: undefined }),
    /** Resolves when the photo is on the screen. */
    show: ({ id }: PhotoId) => show(String(id), { [FINDING]: undefined }),
    close,
  }
}
