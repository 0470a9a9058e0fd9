import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isBladeInspected } from '#domain/findings/finding-rules.ts'
import { may } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { findingsQuery } from '#panel/data/findings.ts'
import { inspectionsQuery } from '#panel/data/inspections.ts'
import { DrawnBlades } from '#panel/findings/section/drawn-blades.tsx'
import { SeverityLegend } from '#panel/findings/severity-legend.tsx'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { runningWords } from '#panel/frame/state/state-badge.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import type { Section } from '#panel/turbine-page/sections.ts'
import { yearsByBlade } from '#panel/turbine-page/years-by-blade.ts'
import { Button } from '#panel/ui/button.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useToday } from '#panel/words/time-zone.ts'
import { useText } from '#panel/words/use-text.ts'
import { SummaryAnswer } from './summary-answer.tsx'
import { type SummaryFacts, summaryFacts } from './summary-facts.ts'
import { TurbineRecord } from './turbine-record.tsx'
import { WorstFindings } from './worst-findings.tsx'

interface TurbineSummaryProps {
  turbine: Turbine
  /** Every photo of the turbine. */
  photos: Photo[]
  /** The year of the page. */
  year: number
  onOpen: (section: Section) => void
}

/** The answer first: what is broken, how bad, by when; then where it is; then the record. It follows from published inspections alone. */
export function TurbineSummary(props: TurbineSummaryProps) {
  const { turbine, year } = props
  const text = useText()
  const today = useToday()
  const findings = useQuery(findingsQuery(turbine.id))
  const inspections = useQuery(inspectionsQuery(turbine.id))
  const facts = useMemo(
    () =>
      findings.data &&
      inspections.data &&
      summaryFacts({
        turbine,
        inspections: inspections.data,
        findings: findings.data,
        pageYear: year,
        today,
      }),
    [turbine, findings.data, inspections.data, year, today],
  )
  return (
    <section aria-labelledby="summary-title" className="grid grid-cols-1 gap-5">
      <h2 id="summary-title" className="sr-only">
        {text('tabs.summary')}
      </h2>
      <QueryBoundary query={findings} loading={<SummarySkeleton />} failed={text('findings.failed')}>
        {() => (
          <QueryBoundary query={inspections} loading={<SummarySkeleton />} failed={text('inspection.failed')}>
            {() => (facts ? <Answer {...props} facts={facts} /> : <NothingPublished {...props} />)}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </section>
  )
}

function Answer({ turbine, photos, onOpen, facts }: TurbineSummaryProps & { facts: SummaryFacts }) {
  const { inspection, shown, worst, changes } = facts
  const { year } = inspection
  const photoYears = useMemo(() => yearsByBlade(photos), [photos])
  const changeById = useMemo(
    () => new Map(changes?.grown.map(({ finding, change }) => [finding.id, change])),
    [changes],
  )
  return (
    <>
      <SummaryAnswer turbine={turbine} facts={facts} />
      {shown.length > 0 && (
        <div className="grid grid-cols-1 gap-2">
          <DrawnBlades
            turbine={turbine}
            findings={shown}
            isNarrowed={false}
            isInspected={(blade) => isBladeInspected(blade, shown, photoYears[blade], year)}
            isCompact
          />
          <SeverityLegend />
        </div>
      )}
      {worst.length > 0 && <WorstFindings findings={worst} changeOf={({ id }) => changeById.get(id)} />}
      <TurbineRecord turbine={turbine} inspection={inspection} onVersions={() => onOpen('inspection')} />
    </>
  )
}

/** Nothing is said that nobody has decided: without a published inspection there is no letter and no count. */
function NothingPublished({ turbine, photos, onOpen }: TurbineSummaryProps) {
  const text = useText()
  const works = may(useCaller(), 'inspection.work', turbine.company_id)
  const { inspection_running: running } = turbine
  return (
    <>
      {photos.length > 0 && (
        <EmptyState
          compact
          title={text('summary.notPublished')}
          action={
            works && <Button onClick={() => onOpen('inspection')}>{text('summary.notPublished.open')}</Button>
          }
        >
          {running
            ? runningWords(text, running)
            : text(works ? 'summary.notPublished.next' : 'summary.notPublished.wait')}
        </EmptyState>
      )}
      <TurbineRecord turbine={turbine} inspection={undefined} onVersions={() => onOpen('inspection')} />
    </>
  )
}

/** In the shape of the letter, the blades and the photos. */
function SummarySkeleton() {
  const text = useText()
  return (
    <div role="status" className="grid grid-cols-1 gap-5">
      <span className="sr-only">{text('findings.loading')}</span>
      <div className="flex gap-5">
        <Skeleton className="size-16" />
        <div className="grid gap-2">
          <Skeleton className="h-7 w-56" />
          <Skeleton className="h-5 w-96" />
        </div>
      </div>
      <Skeleton className="h-40 w-full" />
      <div className="grid grid-cols-5 gap-4">
        {[1, 2, 3, 4, 5].map((place) => (
          <Skeleton key={place} className="aspect-square" />
        ))}
      </div>
    </div>
  )
}
