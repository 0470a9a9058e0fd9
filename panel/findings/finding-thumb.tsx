import type { Finding } from '#domain/findings/finding.ts'
import { MediaImage } from '#panel/frame/media-image.tsx'

/** The thumbnail of the photo of a finding; an empty box if the finding has no photo. */
export function FindingThumb({ finding: { thumb_url } }: { finding: Pick<Finding, 'thumb_url'> }) {
  return (
    <span className="block h-9 w-14 shrink-0 overflow-hidden rounded bg-surface-sunken">
      {thumb_url !== null && (
        <MediaImage src={thumb_url} alt="" loading="lazy" className="size-full object-cover" />
      )}
    </span>
  )
}
