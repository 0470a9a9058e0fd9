import { useQuery } from '@tanstack/react-query'
import { Expand } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import type { Finding } from '#domain/findings/finding.ts'
import { panoramaAddress, turbineAddress } from '#domain/panel-addresses.ts'
import type { Turbine } from '#domain/turbine.ts'
import { FindingComments } from '#panel/comments/finding-comments.tsx'
import { findingsQuery } from '#panel/data/findings.ts'
import { photosQuery } from '#panel/data/photos.ts'
import { FindingDrawer } from '#panel/findings/detail/finding-drawer.tsx'
import { FindingButton } from '#panel/findings/dialog/finding-button.tsx'
import { useOpenFinding } from '#panel/findings/open-finding.ts'
import { PhotoImage } from '#panel/photos/photo-image.tsx'
import { coverSizes, gridSources } from '#panel/photos/photo-sizes.ts'
import { PartBoundary } from '#panel/ui/late-scripts/part-boundary.tsx'
import { useText } from '#panel/words/use-text.ts'

/** The drawer with the finding in the address, with its photo and its comments. */
export function AddressedFinding({ turbine }: { turbine: Turbine }) {
  const { data: findings } = useQuery(findingsQuery(turbine.id))
  const { openId, close } = useOpenFinding()
  if (!findings) return null
  return (
    <PartBoundary shape="dialog" resetKey={openId} onClose={close}>
      <FindingDrawer
        turbine={turbine}
        findings={findings}
        slots={{
          picture: (finding) => <FindingPicture turbine={turbine} finding={finding} />,
          actions: (finding) => <FindingButton turbine={turbine} finding={finding} />,
          comments: ({ id }) => <FindingComments turbine={turbine} findingId={id} />,
        }}
      />
    </PartBoundary>
  )
}

/** The photo of a finding. It is a link to the mark in the lightbox, or in the 360° viewer if the mark is on a sphere. */
function FindingPicture({ turbine, finding }: { turbine: Turbine; finding: Finding }) {
  const text = useText()
  const [params] = useSearchParams()
  const { data: photos = [] } = useQuery(photosQuery(turbine.id))
  const { id, photo_id, shape, thumb_url } = finding
  if (photo_id === null || thumb_url === null) return null
  const photo = photos.find((each) => each.id === photo_id)
  const onSphere = shape?.on === 'sphere'
  const query = new URLSearchParams(onSphere ? undefined : params)
  query.set('photo', String(photo_id))
  query.set('finding', String(id))
  return (
    <Link
      to={`${onSphere ? panoramaAddress(turbine.id) : turbineAddress(turbine.id)}?${query}`}
      state={onSphere ? undefined : { abovePage: true }}
      aria-label={text('findings.photo.open', { number: finding.number })}
      className="group relative block aspect-3/2 overflow-hidden rounded bg-surface-sunken"
    >
      <PhotoImage
        src={thumb_url}
        srcSet={photo && gridSources(photo)}
        sizes={photo && coverSizes(photo, '400px', 3 / 2)}
        alt=""
        className="size-full object-cover"
      />
      <span className="absolute right-2 bottom-2 flex items-center gap-1.5 rounded bg-lightbox/80 px-2 py-1 text-caption font-medium text-lightbox-ink">
        <Expand aria-hidden className="size-3.5" />
        {text('findings.photo')}
      </span>
    </Link>
  )
}
