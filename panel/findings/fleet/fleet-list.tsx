import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { FindingSummary } from '#domain/findings/finding-summary.ts'
import { FINDINGS_PAGE_SIZE } from '#domain/limits.ts'
import { fleetFindingsQuery } from '#panel/data/findings.ts'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { Pager } from '#panel/ui/tables/pager.tsx'
import { ResetButton } from '#panel/ui/tables/reset-button.tsx'
import { TableSkeleton } from '#panel/ui/tables/table-skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { ExportMenu } from '../export-menu.tsx'
import { ListFilters } from './filters/fleet-filters.tsx'
import type { useFleetAddress } from './fleet-address.ts'
import { FleetTable } from './fleet-table.tsx'

interface FleetListProps {
  address: ReturnType<typeof useFleetAddress>
  /** Undefined until it is loaded. */
  summary: FindingSummary | undefined
  /** True if a bar of the charts has led here. */
  isFollowed: RefObject<boolean>
}

/** The list of the findings that pass the filters, in pages. What is due soonest is first. */
export function FleetList({ address, summary, isFollowed }: FleetListProps) {
  const text = useText()
  const { chosen, isFiltered, order, page, clear, setStatus, turnTo } = address
  const list = useQuery(fleetFindingsQuery(chosen, order, page))
  const total = list.data?.total ?? 0
  const first = list.data?.data[0]
  const heading = useRef<HTMLHeadingElement>(null)
  const beginAtList = useEffectEvent(() => {
    if (isFollowed.current) showList()
    isFollowed.current = false
  })
  useEffect(() => beginAtList(), [])

  return (
    <section aria-labelledby="list-title">
      <h2
        id="list-title"
        ref={heading}
        tabIndex={-1}
        className="sr-only scroll-mt-[calc(var(--header-height)+1.25rem)]"
      >
        {text('fleet.list')}
      </h2>
      <ListFilters
        address={address}
        summary={summary}
        turbineName={first && (first.turbine_name || first.turbine_code)}
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
          ) : (
            renderNone()
          )
        }
      </QueryBoundary>
    </section>
  )

  function renderNone() {
    if (!isFiltered) {
      return (
        <EmptyState
          compact
          title={text('findings.noneUnsolved')}
          action={
            <ResetButton onReset={() => setStatus(undefined)}>{text('findings.showSolved')}</ResetButton>
          }
        />
      )
    }
    return (
      <EmptyState
        compact
        title={text('findings.noneFound')}
        action={<ResetButton onReset={clear}>{text('filter.clear')}</ResetButton>}
      >
        {text('findings.noneFound.text')}
      </EmptyState>
    )
  }

  function renderPager(shown: number) {
    const before = (page - 1) * FINDINGS_PAGE_SIZE
    return (
      <Pager
        label={text('fleet.pages')}
        previous={text('fleet.previous')}
        next={text('fleet.next')}
        range={text('audit.range', { first: before + 1, last: before + shown, total })}
        page={page}
        hasNext={page * FINDINGS_PAGE_SIZE < total}
        onTurn={(next) => {
          turnTo(next)
          showList()
        }}
      />
    )
  }

  /** Moves to the beginning of the list, after a bar was followed or a page turned. */
  function showList() {
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }
}
