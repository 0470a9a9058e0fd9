import { Expand } from 'lucide-react'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import type { Language } from '#domain/text/language.ts'
import { imageOutlines } from '#panel/drawing/geometry/on-image.ts'
import { MediaImage } from '#panel/frame/media-image.tsx'
import { useElementSize } from '#panel/ui/use-element-size.ts'
import { severityWords, typeName } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import { LeaveLink } from './leave-link.tsx'
import { MarkOutline } from './mark-outline.tsx'
import { sharpPictureOf, usePicturesAhead } from './picture-sources.ts'
import { SpherePicture } from './sphere-picture.tsx'
import { viewerAddress } from './viewer-address.ts'

const NONE: readonly Finding[] = []

interface ReviewPictureProps {
  finding: Finding
  /** The findings of earlier years that it continues, the newest first. */
  earlier: Finding[]
  /** The findings that come next: their pictures are loaded ahead. */
  next: readonly Finding[]
  /** Goes to an address outside of the review. */
  onLeave: (address: string) => void
}

/** The photo of a finding with its mark; beside it, the same place in the years before. */
export function ReviewPicture({ finding, earlier, next, onLeave }: ReviewPictureProps) {
  const text = useText()
  const shown = earlier.slice(0, 2)
  return (
    <div className="grid min-h-0 min-w-0 auto-cols-fr auto-rows-fr gap-px bg-hairline xl:grid-flow-col">
      <Pane
        key="now"
        finding={finding}
        label={text('review.year.now', { year: String(finding.year) })}
        next={next}
        onLeave={onLeave}
      />
      {shown.map((each) => (
        <Pane key={each.year} finding={each} label={String(each.year)} next={NONE} onLeave={onLeave} />
      ))}
    </div>
  )
}

interface PaneProps extends Pick<ReviewPictureProps, 'finding' | 'next' | 'onLeave'> {
  label: string
}

function Pane({ finding, label, next, onLeave }: PaneProps) {
  const text = useText()
  const language = useIntl().locale as Language
  const place = useRef<HTMLDivElement>(null)
  const frame = useElementSize(place)
  usePicturesAhead(next, frame)
  const { number, year, type, severity, photo_id, shape } = finding
  const words = [typeName(language, type), severity !== null && severityWords(language, severity).name]
  return (
    <figure className="grid min-h-0 min-w-0 grid-cols-1 grid-rows-[auto_minmax(0,1fr)] bg-viewer">
      <figcaption className="flex items-center gap-3 px-4 py-2 text-note text-viewer-ink-soft">
        <span className="min-w-0 flex-1 truncate">
          <span className="font-medium text-viewer-ink">{label}</span>
          {' · '}
          {words.filter(Boolean).join(' · ')}
        </span>
        {photo_id !== null && (
          <LeaveLink
            to={viewerAddress(finding)}
            onLeave={onLeave}
            label={text('findings.photo.open', { number })}
            className="grid size-6 shrink-0 place-items-center rounded text-viewer-ink-soft hover:text-viewer-ink"
          >
            <Expand aria-hidden className="size-4" />
          </LeaveLink>
        )}
      </figcaption>
      <div ref={place} className="relative grid min-h-0 min-w-0 place-items-center overflow-hidden">
        {renderPicture()}
      </div>
    </figure>
  )

  function renderPicture() {
    const name = text('review.photo', { number, year: String(year) })
    // Two findings on the same photo: the photo stays, and only the mark changes.
    const flat = <FlatPicture key={photo_id} finding={finding} frame={frame} label={name} />
    if (shape?.on !== 'sphere' || photo_id === null) return flat
    return (
      <SpherePicture
        finding={{ ...finding, photo_id, shape }}
        frame={frame}
        label={name}
        otherwise={<PhotoFailure />}
        withoutMark={
          <>
            {flat}
            <p className="absolute bottom-2 rounded bg-viewer/85 px-2 py-1 text-note text-viewer-ink-soft">
              {text('review.sphere')}
            </p>
          </>
        }
      />
    )
  }
}

interface FlatPictureProps {
  finding: Finding
  /** The place for the picture, in CSS pixels. */
  frame: { width: number; height: number }
  label: string
}

/** The whole photo with the mark. */
function FlatPicture({ finding, frame, label }: FlatPictureProps) {
  const text = useText()
  const [natural, setNatural] = useState<{ width: number; height: number }>()
  const source = sharpPictureOf(finding, frame.width)
  if (source === undefined) return <p className="text-body text-viewer-ink-soft">{text('review.noPhoto')}</p>
  const scale = natural ? Math.min(frame.width / natural.width, frame.height / natural.height) : 0
  const size = natural ? { width: natural.width * scale, height: natural.height * scale } : frame
  const outlines = finding.shape?.on === 'image' ? imageOutlines(finding.shape, undefined) : []
  return (
    <div className="absolute top-1/2 left-1/2 -translate-1/2" style={size}>
      <MediaImage
        src={source}
        alt={label}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setNatural({ width: naturalWidth, height: naturalHeight })
        }
        otherwise={<PhotoFailure />}
        className={`size-full object-contain ${natural ? '' : 'opacity-0'}`}
      />
      {natural && (
        <MarkOutline
          lines={outlines.map((points) =>
            points.map(([x, y]) => ({ x: x * size.width, y: y * size.height })),
          )}
          severity={finding.severity}
        />
      )}
    </div>
  )
}

function PhotoFailure() {
  const text = useText()
  return <p className="text-center text-body text-viewer-ink-soft">{text('review.photo.failed')}</p>
}
