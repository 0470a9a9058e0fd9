import { Hourglass } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router'
import type { FleetInspection } from '#domain/inspections/inspection.ts'
import { inspectionAddress } from '#domain/panel-addresses.ts'
import { capitalizePlace } from '#domain/text/turkish.ts'
import { Button } from '#panel/ui/button.tsx'
import { Card } from '#panel/ui/card.tsx'
import { useText } from '#panel/words/use-text.ts'
import { InspectedCount } from './inspected-count.tsx'
import { useWaitingWords } from './waiting-words.ts'

/** The edge at the left of a card that waits for too long. */
const LATE_CLASS = 'shadow-[inset_3px_0_var(--amber)]'

export interface InspectionCardProps {
  inspection: FleetInspection
  /** True for those who see more than one company. */
  showsCompany: boolean
  /** The place in the column, from 0, of `count`. */
  index: number
  count: number
  /** Place and size in the column, in CSS pixels. */
  left: number
  top: number
  width: number
  height: number
  /** True for the card that is the tab stop of the column. */
  isActive: boolean
  onFocus: (index: number) => void
  /** Opens the review of the inspection; undefined for those who may not review. */
  onReview: ((inspection: FleetInspection) => void) | undefined
}

/** The card of an inspection: who works on it, how far it is, and whom it waits for. It opens the turbine at that year. */
export const InspectionCard = memo(function InspectionCard(props: InspectionCardProps) {
  const { inspection, showsCompany, index, count, left, top, width, height, isActive, onFocus, onReview } =
    props
  const { turbine_id, turbine_name, turbine_code, year, city, company_name, workers } = inspection
  const text = useText()
  const { formatList } = useIntl()
  const waiting = useWaitingWords()(inspection)
  const name = turbine_name || turbine_code
  const place = [capitalizePlace(city), turbine_name && turbine_code, showsCompany && company_name]
  return (
    <Card
      as="li"
      data-row={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ left, top, width, height }}
      onFocus={() => onFocus(index)}
      className={`absolute flex flex-col transition-colors focus-within:border-action hover:border-hairline-strong ${waiting?.isLate ? LATE_CLASS : ''}`}
    >
      <div className="flex flex-1 flex-col gap-2 px-4 pt-3 pb-2.5 text-note text-ink-soft">
        <div>
          <h3 className="text-body wrap-anywhere font-semibold text-ink">
            <Link
              to={inspectionAddress(turbine_id, year)}
              tabIndex={isActive ? 0 : -1}
              className="outline-none after:absolute after:inset-0 after:rounded focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {name} <span className="font-normal text-ink-soft">· {year}</span>
            </Link>
          </h3>
          <p className="wrap-anywhere text-ink-faint">{place.filter(Boolean).join(' · ')}</p>
        </div>
        <p className="wrap-anywhere">
          {workers.length > 0 ? formatList(workers) : text('inspections.workers.none')}
        </p>
        <div className="grid grid-cols-[auto_1fr] items-center gap-x-2.5">
          <span>{text('inspections.lookedAt')}</span>
          <InspectedCount inspection={inspection} />
        </div>
        <FindingCount inspection={inspection} />
        <CardFoot inspection={inspection} waiting={waiting}>
          {onReview && inspection.state === 'in_review' && (
            <Button
              size="small"
              tabIndex={isActive ? 0 : -1}
              aria-label={text('review.open.named', { name, year: String(year) })}
              onClick={() => onReview(inspection)}
              className="relative ml-auto"
            >
              {text('review.open')}
            </Button>
          )}
        </CardFoot>
      </div>
    </Card>
  )
})

/** The number of findings. Those without a severity, which cannot be published, stand out. */
function FindingCount({ inspection: { findings, not_graded } }: { inspection: FleetInspection }) {
  const text = useText()
  return (
    <p className={not_graded > 0 ? 'font-medium text-amber' : ''}>
      {text('inspections.findings.count', { n: findings, notGraded: not_graded })}
    </p>
  )
}

/** Whom the inspection waits for and since when, and its published version. */
function CardFoot({ inspection, waiting, children }: CardFootProps) {
  const text = useText()
  const { published_version } = inspection
  return (
    <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-0.5 border-t border-hairline pt-2">
      {waiting && (
        <p title={waiting.exact} className={waiting.isLate ? 'font-medium text-amber' : ''}>
          {waiting.isLate && <Hourglass aria-hidden className="mr-1 inline size-3.5 align-[-2px]" />}
          {waiting.words}
          {waiting.isLate && <span className="sr-only">, {text('inspections.late')}</span>}
        </p>
      )}
      {published_version !== null && (
        <p>{text('inspections.version.number', { version: published_version })}</p>
      )}
      {children}
    </div>
  )
}

interface CardFootProps {
  inspection: FleetInspection
  waiting: ReturnType<ReturnType<typeof useWaitingWords>>
  children: ReactNode
}
