import type { FocusEventHandler, KeyboardEventHandler } from 'react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router'
import type { TurbinePlaces } from '#domain/findings/finding-places.ts'
import { isSolved } from '#domain/findings/finding-rules.ts'
import type { Language } from '#domain/text/language.ts'
import { SeverityMark } from '#panel/ui/severity/severity-mark.tsx'
import { placeWords, severityWords, typeName } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import { findingPlace } from '../../open-finding.ts'
import { boxesOf, type MarkBox, NEAR_PX } from './picture-marks.ts'
import { NAME_PX, type PictureScale, pixelOf, ROW_PX } from './picture-scale.ts'
import type { ActiveMark } from './use-picture-mark.ts'

/** The width of the note of a finding, and its distance from the mark, in CSS pixels. */
const NOTE_PX = 272
const NOTE_GAP_PX = 14
/** In so many rows from the top of the window, the note stands below its mark. */
const NOTE_ROWS = 6

interface PictureMarkProps {
  mark: ActiveMark
  turbine: TurbinePlaces
  scale: PictureScale
  /** The metre under the pointer: of several single places, the nearest one is marked. */
  metre: number | undefined
  isShown: boolean
  /** The first row in the window: near it, the note stands below its mark. */
  firstRow: number
  onFocus: FocusEventHandler
  onBlur: FocusEventHandler
  onKeyDown: KeyboardEventHandler
}

/** The finding under the pointer or with the focus, as a link over its mark, and what it is. */
export function PictureMark(props: PictureMarkProps) {
  const { mark, turbine, scale, metre, isShown, firstRow, onFocus, onBlur, onKeyDown } = props
  const text = useText()
  const intl = useIntl()
  const language = intl.locale as Language
  const { row, finding } = mark
  const at = metre === undefined ? 0 : pixelOf(scale, finding.blade, metre)
  const distance = ({ x, width }: MarkBox) => Math.max(x - at, at - x - width)
  const [first] = boxesOf(finding, scale).sort((a, b) => distance(a) - distance(b))
  if (!first) return null
  const name = turbine.turbine_name || turbine.turbine_code
  const place = [text('photos.blade', { blade: finding.blade }), placeWords(intl, finding)].join(' ')
  const level =
    finding.severity === null
      ? text('findings.severity.none')
      : text('findings.severity.named', {
          severity: finding.severity,
          name: severityWords(language, finding.severity).name,
        })
  const type = typeName(language, finding.type)
  const label = [name, place, level, type, finding.number].join(', ')
  // Beside the mark, so that the same metre of the other turbines stays in view.
  const right = NAME_PX + first.x + first.width + NOTE_GAP_PX
  const fits = right + NOTE_PX <= NAME_PX + scale.width
  const left = fits ? right : NAME_PX + first.x - NOTE_GAP_PX - NOTE_PX
  const isBelow = row - firstRow < NOTE_ROWS
  return (
    <>
      <Link
        to={findingPlace({ ...finding, turbine_id: turbine.turbine_id })}
        aria-label={label}
        onFocus={onFocus}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        style={{
          left: NAME_PX + first.x - NEAR_PX,
          top: row * ROW_PX,
          width: first.width + 2 * NEAR_PX,
          height: ROW_PX,
        }}
        // The ring says what has the focus. With reduced motion, each change of the place would wait a frame for its short transition.
        className="absolute outline-none transition-none"
      >
        {isShown && <span className="absolute inset-x-1 inset-y-0.5 rounded-sm ring-2 ring-ink" />}
      </Link>
      {isShown && (
        <div
          aria-hidden
          style={{ left, top: (row + (isBelow ? 1 : 0)) * ROW_PX + (isBelow ? 6 : -6), width: NOTE_PX }}
          className={`pointer-events-none absolute z-popup transition-none rounded border border-hairline bg-surface px-3 py-2 shadow-raised ${isBelow ? '' : '-translate-y-full'}`}
        >
          <p className="flex items-center gap-2 text-body font-semibold text-ink">
            <SeverityMark severity={finding.severity} isSolved={isSolved(finding)} />
            <span className="min-w-0 wrap-anywhere">{type}</span>
          </p>
          <p className="mt-1 text-note text-ink-soft">
            {name} · {place}
          </p>
          <p className="text-note text-ink-faint">{finding.number}</p>
        </div>
      )}
      <p role="status" className="sr-only">
        {isShown && label}
      </p>
    </>
  )
}
