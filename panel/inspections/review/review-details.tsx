import type { RefObject } from 'react'
import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import { isSolved } from '#domain/findings/finding-rules.ts'
import { FINDING_MEASURES } from '#domain/findings/finding-type.ts'
import { findingAddress } from '#domain/panel-addresses.ts'
import { roomLabel } from '#domain/photo.ts'
import type { Language } from '#domain/text/language.ts'
import { MEASURE_FORMAT } from '#domain/text/number-formats.ts'
import { placeWords, severityWords, typeName } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import type { ShownReview } from '../decisions/waiting-steps.ts'
import { LeaveLink } from './leave-link.tsx'
import { ReviewDecisions } from './review-decisions.tsx'
import { ReviewTalk } from './review-talk.tsx'

interface ReviewDetailsProps {
  finding: Finding
  decision: ShownReview | undefined
  /** The findings of earlier years that it continues, the newest first. */
  earlier: readonly Finding[]
  /** What scrolls: a long text, with the comments below it. */
  scroller: RefObject<HTMLDivElement | null>
  /** Goes to an address outside of the review. */
  onLeave: (address: string) => void
}

/** What a finding says, in the words that are published, and what the team has said about it. */
export function ReviewDetails({ finding, decision, earlier, scroller, onLeave }: ReviewDetailsProps) {
  const text = useText()
  const intl = useIntl()
  const language = intl.locale as Language
  const { id, turbine_id, number, year, type, severity, blade, side, room, user_name } = finding
  const place = [
    text('photos.blade', { blade }),
    text(`findings.side.${side}`),
    room !== null && (roomLabel(room) ?? room),
    placeWords(intl, finding),
  ]
  const measures = FINDING_MEASURES.flatMap((measure) => {
    const value = finding[measure]
    return value === null ? [] : { measure, value: intl.formatNumber(value, MEASURE_FORMAT) }
  })
  return (
    <div key={id} ref={scroller} className="min-h-0 overflow-y-auto">
      <div className="grid gap-1 border-b border-hairline px-5 py-4 text-body text-ink-soft">
        <h3 className="text-title font-semibold text-ink">
          <LeaveLink
            to={`${findingAddress(turbine_id, id)}&year=${year}`}
            onLeave={onLeave}
            className="rounded hover:underline"
          >
            {number}
          </LeaveLink>
        </h3>
        <p className="font-medium text-ink">{typeName(language, type)}</p>
        <p>
          {severity === null
            ? text('findings.severity.none')
            : text('findings.severity.named', { severity, name: severityWords(language, severity).name })}
          {' · '}
          {user_name}
        </p>
        <p>{place.filter(Boolean).join(' · ')}</p>
        {isSolved(finding) && <p className="text-green">{text(`findings.status.${finding.status}`)}</p>}
        <ReviewDecisions decision={decision} earlier={earlier} />
        {measures.length > 0 && (
          <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5">
            {measures.map(({ measure, value }) => (
              <div key={measure} className="col-span-2 grid grid-cols-subgrid">
                <dt>{text(`findings.measure.${measure}`)}</dt>
                <dd className="text-ink tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {finding.text !== '' && (
          <p className="mt-1 whitespace-pre-wrap wrap-anywhere text-ink">{finding.text}</p>
        )}
      </div>
      <ReviewTalk finding={finding} />
    </div>
  )
}
