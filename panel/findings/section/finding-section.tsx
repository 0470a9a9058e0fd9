import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Finding } from '#domain/findings/finding.ts'
import { isBladeInspected } from '#domain/findings/finding-rules.ts'
import type { FleetInspection } from '#domain/inspections/inspection.ts'
import type { Blade } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import { findingsQuery } from '#panel/data/findings.ts'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { StateBadge } from '#panel/frame/state/state-badge.tsx'
import { Card } from '#panel/ui/card.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { ResetButton } from '#panel/ui/tables/reset-button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { ExportMenu } from '../export-menu.tsx'
import { DrawnBlades } from './drawn-blades.tsx'
import { useFindingFilters } from './finding-filters.ts'
import { FindingTable } from './finding-table.tsx'
import { FindingToolbar } from './finding-toolbar.tsx'
import { exportFilter, filterFindings } from './findings-of-year.ts'
import { publishedState } from './published-state.ts'

interface FindingSectionProps {
  turbine: Turbine
  /** The year with which the section begins. */
  pageYear: number
  /** The years with photos of each blade: a year without photos and findings is not an inspection. */
  photoYears: Record<Blade, number[]>
  /** The inspections of the turbine, of which only the published ones have a state; undefined until they are loaded. */
  inspections: readonly FleetInspection[] | undefined
  /** Actions for the whole list, such as a button that adds a finding. */
  actions?: ReactNode
}

/** The findings of a turbine: where they are on its blades, and as a table. */
export function FindingSection(props: FindingSectionProps) {
  const text = useText()
  const query = useQuery(findingsQuery(props.turbine.id))
  return (
    <section aria-labelledby="findings-title">
      <QueryBoundary
        query={query}
        loading={
          <>
            <FindingsTitle />
            <div role="status">
              <span className="sr-only">{text('findings.loading')}</span>
              {/* As high as what comes, so that the photos below do not move. */}
              <Skeleton
                className={props.turbine.unsolved_finding_count > 0 ? 'h-72 w-full' : 'h-14 w-full'}
              />
            </div>
          </>
        }
        failed={(error, retry) => (
          <>
            <FindingsTitle />
            <EmptyState alert compact title={text('findings.failed')} action={retry}>
              {errorText(text, error)}
            </EmptyState>
          </>
        )}
      >
        {(findings) => <LoadedFindings {...props} findings={findings} />}
      </QueryBoundary>
    </section>
  )
}

function FindingsTitle({ children }: { children?: ReactNode }) {
  const text = useText()
  return (
    <div className="mb-3 flex min-h-control flex-wrap items-center gap-x-4 gap-y-1">
      <h2 id="findings-title" className="text-section font-semibold tracking-tight text-ink">
        {text('findings.title')}
      </h2>
      {children}
    </div>
  )
}

function LoadedFindings(props: FindingSectionProps & { findings: Finding[] }) {
  const { turbine, pageYear, photoYears, inspections, actions, findings } = props
  const text = useText()
  const filtering = useFindingFilters(findings, pageYear)
  const { year, severityMin, status, sightings } = filtering.filters
  const shown = useMemo(
    () => filterFindings(findings, { year, severityMin, status, sightings }),
    [findings, year, severityMin, status, sightings],
  )
  const stateYear = year ?? turbine.state_year ?? pageYear
  const state = inspections && publishedState(turbine, inspections, findings, stateYear)
  const isNarrowed = severityMin !== undefined || status !== undefined
  const hasOthers =
    isNarrowed &&
    filterFindings(findings, { year, severityMin: undefined, status: undefined, sightings }).length > 0
  const carried = year === undefined ? 0 : shown.filter((finding) => finding.year < year).length

  return (
    <>
      <FindingsTitle>
        <p className="flex items-center gap-2 text-body text-ink-soft">
          <span className="font-medium text-ink">{stateYear}</span>
          {state && <StateBadge state={state} year={stateYear} />}
        </p>
        {carried > 0 && <p className="text-body text-ink-soft">{text('findings.carried', { n: carried })}</p>}
        <div className="ml-auto flex flex-wrap justify-end gap-2">
          {actions}
          <ExportMenu
            filter={exportFilter(turbine.id, filtering.filters)}
            found={shown.length}
            subject={turbine.code}
          />
        </div>
      </FindingsTitle>
      {findings.length > 0 && (
        <FindingToolbar findings={findings} filtering={filtering} found={shown.length} />
      )}
      {findings.length === 0 ? (
        <Card className="px-5 py-4 text-body text-ink-soft">{text('findings.none')}</Card>
      ) : shown.length === 0 && hasOthers ? (
        <EmptyState
          compact
          title={text(filtering.isChanged ? 'findings.noneFound' : 'findings.noneUnsolved')}
          action={<ResetButton onReset={filtering.showAll}>{text('findings.showSolved')}</ResetButton>}
        />
      ) : (
        <>
          <DrawnBlades
            turbine={turbine}
            findings={shown}
            isNarrowed={hasOthers}
            isInspected={(blade) => isBladeInspected(blade, findings, photoYears[blade], year)}
          />
          {shown.length > 0 && (
            <div className="mt-4">
              <FindingTable findings={shown} all={findings} />
            </div>
          )}
        </>
      )}
    </>
  )
}
