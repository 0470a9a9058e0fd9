import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { countOverdue } from '#domain/findings/finding-rules.ts'
import type { FindingSummary } from '#domain/findings/finding-summary.ts'
import { FINDINGS_PAGE_SIZE } from '#domain/limits.ts'
import { todayIn } from '#domain/time/today.ts'
import { findingSummaryQuery, fleetFindingsQuery } from '#panel/data/findings.ts'
import { PanelFrame } from '#panel/frame/panel-frame.tsx'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { PageHeading } from '#panel/ui/page-heading.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { Pager } from '#panel/ui/tables/pager.tsx'
import { ResetButton } from '#panel/ui/tables/reset-button.tsx'
import { TableSkeleton } from '#panel/ui/tables/table-skeleton.tsx'
import { useToday } from '#panel/words/time-zone.ts'
import { useText } from '#panel/words/use-text.ts'
import { ExportMenu } from '../export-menu.tsx'
import { chartFilters, useFleetAddress } from './fleet-address.ts'
import { FleetCharts } from './fleet-charts.tsx'
import { ListFilters, ScopeFilters } from './fleet-filters.tsx'
import { FleetTable } from './fleet-table.tsx'

/** The findings of all turbines: charts of what they are, and the list of those that a bar or a filter selects. */
export default function FleetPage() {
  const text = useText()
  const title = text('findings.title')
  usePageTitle(title)
  const address = useFleetAddress()
  const { chosen, isFiltered, order, page, clear, setStatus, turnTo } = address
  const summary = useQuery(findingSummaryQuery(chartFilters(chosen)))
  const list = useQuery(fleetFindingsQuery(chosen, order, page))
  const heading = useRef<HTMLHeadingElement>(null)
  const total = list.data?.total ?? 0
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
        {!isEmpty && <ScopeFilters address={address} summary={summary.data} />}
      </PageHeading>
      {isEmpty ? (
        <EmptyState title={text('fleet.empty')}>{text('fleet.empty.text')}</EmptyState>
      ) : (
        <>
          <div className="mb-10">
            <QueryBoundary query={summary} loading={<ChartSkeletons />} failed={text('fleet.failed')}>
              {(data) => <FleetCharts summary={data} chosen={chosen} onFollow={showList} />}
            </QueryBoundary>
          </div>
          <section aria-labelledby="list-title">
            <h2
              id="list-title"
              ref={heading}
              tabIndex={-1}
              className="mb-3 scroll-mt-[calc(var(--header-height)+1.25rem)] text-section font-semibold tracking-tight text-ink outline-none"
            >
              {text('fleet.list')}
            </h2>
            <ListFilters
              address={address}
              summary={summary.data}
              first={list.data?.data[0]}
              found={list.data?.total}
              actions={<ExportMenu filter={chosen} found={list.data?.total} />}
            />
            <QueryBoundary
              query={list}
              loading={<TableSkeleton label={text('findings.loading')} />}
              failed={text('findings.failed')}
            >
              {({ data }) =>
                data.length > 0 ? (
                  <>
                    <FleetTable findings={data} />
                    {total > FINDINGS_PAGE_SIZE && renderPager(data.length)}
                  </>
                ) : !isFiltered ? (
                  <EmptyState
                    compact
                    title={text('findings.noneUnsolved')}
                    action={
                      <ResetButton onReset={() => setStatus(undefined)}>
                        {text('findings.showSolved')}
                      </ResetButton>
                    }
                  />
                ) : (
                  <EmptyState
                    compact
                    title={text('findings.noneFound')}
                    action={<ResetButton onReset={clear}>{text('filter.clear')}</ResetButton>}
                  >
                    {text('findings.noneFound.text')}
                  </EmptyState>
                )
              }
            </QueryBoundary>
          </section>
        </>
      )}
    </PanelFrame>
  )

  /** Today counts what is overdue, in the time zone of each company. */
  function renderCounts(data: FindingSummary, n: number) {
    return text('fleet.counts', { n, unsolved: data.unsolved, overdue: countOverdue(data, todayIn) })
  }

  function renderPager(shown: number) {
    const first = (page - 1) * FINDINGS_PAGE_SIZE + 1
    return (
      <Pager
        label={text('fleet.pages')}
        previous={text('fleet.previous')}
        next={text('fleet.next')}
        range={text('audit.range', { first, last: first + shown - 1, total })}
        page={page}
        hasNext={page * FINDINGS_PAGE_SIZE < total}
        onTurn={(next) => {
          turnTo(next)
          showList()
        }}
      />
    )
  }

  /** Moves to the list after a bar was followed. */
  function showList() {
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
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
