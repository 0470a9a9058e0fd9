import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Rows3, ScatterChart } from 'lucide-react'
import { useRef } from 'react'
import { countOverdue } from '#domain/findings/due-days.ts'
import type { FindingSummary } from '#domain/findings/finding-summary.ts'
import { todayIn } from '#domain/time/today.ts'
import { findingSummaryQuery } from '#panel/data/first-screen/finding-summary.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { PanelFrame } from '#panel/frame/panel-frame.tsx'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { IconChoice } from '#panel/ui/fields/icon-choice.tsx'
import { lazyPart } from '#panel/ui/late-scripts/lazy-part.tsx'
import { PageHeading } from '#panel/ui/page-heading.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useToday } from '#panel/words/time-zone.ts'
import { useText } from '#panel/words/use-text.ts'
import { ScopeFilters } from './filters/fleet-filters.tsx'
import { chartFilters, useFleetAddress, VIEWS } from './fleet-address.ts'
import { FleetList } from './fleet-list.tsx'

const FleetPicture = lazyPart(() => import('./picture/fleet-picture.tsx'))
const FleetCharts = lazyPart(() => import('./charts/fleet-charts.tsx'))

const ICONS = { list: Rows3, picture: ScatterChart, charts: ChartColumn }

/** The findings of all turbines: as a list, on the blades, and in charts whose bars lead to the list. */
export default function FleetPage() {
  const text = useText()
  const title = text('findings.title')
  usePageTitle(title)
  const address = useFleetAddress()
  const { view, chosen, isFiltered, setView } = address
  const summary = useQuery(findingSummaryQuery(chartFilters(chosen)))
  /** True if a bar was followed: the list that it leads to then takes the focus. */
  const isFollowed = useRef(false)
  const all = summary.data?.years.reduce((sum, { findings }) => sum + findings, 0)
  // The numbers of the former filters say nothing about all findings.
  const isEmpty = all === 0 && !isFiltered && !summary.isPlaceholderData
  useToday()

  return (
    <PanelFrame wide>
      <PageHeading
        title={title}
        status={summary.data && all !== undefined && renderCounts(summary.data, all)}
      >
        {!isEmpty && renderViews()}
      </PageHeading>
      {view !== 'charts' && (
        <LoadFailure query={summary} title={text('fleet.counts.failed')} className="mb-4" />
      )}
      {isEmpty ? (
        <EmptyState title={text('fleet.empty')}>{text('fleet.empty.text')}</EmptyState>
      ) : view === 'charts' ? (
        renderCharts()
      ) : view === 'picture' ? (
        <FleetPicture address={address} summary={summary.data} />
      ) : (
        <FleetList address={address} summary={summary.data} isFollowed={isFollowed} />
      )}
    </PanelFrame>
  )

  function renderViews() {
    const options = VIEWS.map((value) => ({ value, label: text(`fleet.view.${value}`), icon: ICONS[value] }))
    return (
      <IconChoice
        label={text('turbines.view')}
        name="view"
        options={options}
        value={view}
        onChange={setView}
      />
    )
  }

  function renderCharts() {
    return (
      <section aria-label={text('fleet.view.charts')}>
        <ScopeFilters address={address} summary={summary.data} />
        <QueryBoundary query={summary} loading={<ChartSkeletons />} failed={text('fleet.failed')}>
          {(data) => (
            <FleetCharts
              summary={data}
              chosen={chosen}
              onFollow={() => {
                isFollowed.current = true
              }}
              whileLoading={<ChartSkeletons />}
            />
          )}
        </QueryBoundary>
      </section>
    )
  }

  /** Today counts what is overdue, in the time zone of each company. */
  function renderCounts(data: FindingSummary, n: number) {
    return text('fleet.counts', { n, unsolved: data.unsolved, overdue: countOverdue(data, todayIn) })
  }
}

const CHARTS = [0, 1, 2, 3]

function ChartSkeletons() {
  const text = useText()
  return (
    <div role="status" className="grid grid-cols-2 gap-5 max-xl:grid-cols-1">
      <span className="sr-only">{text('fleet.loading')}</span>
      {CHARTS.map((place) => (
        <Skeleton key={place} className="h-76 w-full" />
      ))}
    </div>
  )
}
