import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import type { Language } from '#domain/text/language.ts'
import { MediaImage } from '#panel/frame/media-image.tsx'
import { useElementSize } from '#panel/ui/use-element-size.ts'
import { useText } from '#panel/words/use-text.ts'
import { nameOfSeverity, nameOfType, strokeOf } from './finding-facts.ts'

/** Half of the side of the box around a point, as a part of the picture. */
const POINT = 0.012

/** The address of a picture of this finding's photo. @param width 1280 or 2560 pixels */
export function pictureOf({ thumb_url }: Finding, width: 1280 | 2560): string | undefined {
  return thumb_url === null ? undefined : `${thumb_url.split('?')[0]}?w=${width}`
}

interface ReviewPictureProps {
  finding: Finding
  /** The findings of earlier years that it continues, the newest first. */
  earlier: Finding[]
}

/** The photo of a finding with its mark; beside it, the same place in the years before. */
export function ReviewPicture({ finding, earlier }: ReviewPictureProps) {
  const text = useText()
  const shown = earlier.slice(0, 2)
  return (
    <div className="grid min-h-0 min-w-0 auto-cols-fr auto-rows-fr gap-px bg-hairline xl:grid-flow-col">
      <Pane
        key={finding.id}
        finding={finding}
        label={text('review.year.now', { year: String(finding.year) })}
      />
      {shown.map((each) => (
        <Pane key={each.id} finding={each} label={String(each.year)} />
      ))}
    </div>
  )
}

function Pane({ finding, label }: { finding: Finding; label: string }) {
  const text = useText()
  const language = useIntl().locale as Language
  const frame = useRef<HTMLDivElement>(null)
  const { width, height } = useElementSize(frame)
  const [natural, setNatural] = useState<{ width: number; height: number }>()
  const source = pictureOf(finding, width * devicePixelRatio > 1400 ? 2560 : 1280)
  const scale = natural ? Math.min(width / natural.width, height / natural.height) : 0
  const size = natural && { width: natural.width * scale, height: natural.height * scale }
  const severity = finding.severity === null ? undefined : nameOfSeverity(language, finding.severity)
  return (
    <figure className="grid min-h-0 min-w-0 grid-rows-[auto_minmax(0,1fr)] bg-viewer">
      <figcaption className="truncate px-4 py-2 text-note text-viewer-ink-soft">
        <span className="font-medium text-viewer-ink">{label}</span>
        {' · '}
        {[nameOfType(language, finding.type), severity].filter(Boolean).join(' · ')}
      </figcaption>
      <div ref={frame} className="relative grid min-h-0 min-w-0 place-items-center overflow-hidden">
        {source === undefined ? (
          <p className="text-body text-viewer-ink-soft">{text('review.noPhoto')}</p>
        ) : (
          <div className="absolute top-1/2 left-1/2 -translate-1/2" style={size ?? { width, height }}>
            <MediaImage
              src={source}
              alt={text('review.photo', { number: finding.number, year: String(finding.year) })}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setNatural({ width: naturalWidth, height: naturalHeight })
              }
              otherwise={
                <p className="text-center text-body text-viewer-ink-soft">{text('review.photo.failed')}</p>
              }
              className={`size-full object-contain ${natural ? '' : 'opacity-0'}`}
            />
            {natural && <Mark finding={finding} />}
          </div>
        )}
        {finding.shape?.on === 'sphere' && (
          <p className="absolute bottom-2 rounded bg-viewer/85 px-2 py-1 text-note text-viewer-ink-soft">
            {text('review.sphere')}
          </p>
        )}
      </div>
    </figure>
  )
}

/** The outline of a finding on its photo, with a dark line below it, so that it is visible on every picture. */
function Mark({ finding: { shape, severity } }: { finding: Finding }) {
  if (shape?.on !== 'image') return null
  const path = pathOf(shape.kind, shape.points)
  const line = { d: path, fill: 'none', vectorEffect: 'non-scaling-stroke', strokeLinejoin: 'round' } as const
  return (
    <svg
      aria-hidden
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      <path {...line} strokeWidth="6" className="stroke-viewer/70" />
      <path {...line} strokeWidth="3" className={strokeOf(severity)} />
    </svg>
  )
}

function pathOf(kind: 'point' | 'box' | 'polygon', points: readonly (readonly [number, number])[]): string {
  const [[x, y] = [0, 0], [right, bottom] = [x, y]] = points
  if (kind === 'polygon') return `M${points.map((point) => point.join(' ')).join('L')}Z`
  if (kind === 'box') return `M${x} ${y}H${right}V${bottom}H${x}Z`
  return `M${x - POINT} ${y - POINT}H${x + POINT}V${y + POINT}H${x - POINT}Z`
}
