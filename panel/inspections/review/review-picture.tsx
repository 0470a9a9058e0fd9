import { Expand } from 'lucide-react'
import { useRef } from 'react'
import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import type { Language } from '#domain/text/language.ts'
import { useElementSize } from '#panel/ui/use-element-size.ts'
import { severityWords, typeName } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import { FlatPicture, PhotoFailure } from './flat-picture.tsx'
import { LeaveLink } from './leave-link.tsx'
import { lightboxAddress } from './lightbox-address.ts'
import { usePicturesAhead } from './picture-sources.ts'
import { SpherePicture } from './sphere-picture.tsx'

const NONE: readonly Finding[] = []

interface ReviewPictureProps {
  finding: Finding
  /** The findings of earlier years that it continues, the newest first. */
  earlier: Finding[]
  /** The findings that come next: their pictures are loaded ahead. */
  next: readonly Finding[]
  /** True if flat photos are shown as a whole, instead of the part around the mark. */
  isWhole: boolean
  /** Goes to an address outside of the review. */
  onLeave: (address: string) => void
}

/** The photo of a finding with its mark; beside it, the same place in the years before. */
export function ReviewPicture({ finding, earlier, next, isWhole, onLeave }: ReviewPictureProps) {
  const text = useText()
  const shown = earlier.slice(0, 2)
  return (
    <div className="grid min-h-0 min-w-0 auto-cols-fr auto-rows-fr gap-px bg-hairline xl:grid-flow-col">
      <Pane
        key="now"
        finding={finding}
        label={text('review.year.now', { year: String(finding.year) })}
        next={next}
        isWhole={isWhole}
        onLeave={onLeave}
      />
      {shown.map((each) => (
        <Pane
          key={each.year}
          finding={each}
          label={String(each.year)}
          next={NONE}
          isWhole={isWhole}
          onLeave={onLeave}
        />
      ))}
    </div>
  )
}

interface PaneProps extends Omit<ReviewPictureProps, 'earlier'> {
  label: string
}

function Pane({ finding, label, next, isWhole, onLeave }: PaneProps) {
  const text = useText()
  const language = useIntl().locale as Language
  const place = useRef<HTMLDivElement>(null)
  const frame = useElementSize(place)
  usePicturesAhead(next, frame)
  const { number, year, type, severity, photo_id, shape } = finding
  const words = [typeName(language, type), severity !== null && severityWords(language, severity).name]
  return (
    <figure className="grid min-h-0 min-w-0 grid-cols-1 grid-rows-[auto_minmax(0,1fr)] bg-lightbox">
      <figcaption className="flex items-center gap-3 px-4 py-2 text-note text-lightbox-ink-soft">
        <span className="min-w-0 flex-1 truncate">
          <span className="font-medium text-lightbox-ink">{label}</span>
          {' · '}
          {words.filter(Boolean).join(' · ')}
        </span>
        {photo_id !== null && (
          <LeaveLink
            to={lightboxAddress(finding)}
            onLeave={onLeave}
            label={text('findings.photo.open', { number })}
            className="grid size-6 shrink-0 place-items-center rounded text-lightbox-ink-soft hover:text-lightbox-ink"
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
    const flat = <FlatPicture key={photo_id} finding={finding} frame={frame} isWhole={isWhole} label={name} />
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
            <p className="absolute bottom-2 rounded bg-lightbox/85 px-2 py-1 text-note text-lightbox-ink-soft">
              {text('review.sphere')}
            </p>
          </>
        }
      />
    )
  }
}
