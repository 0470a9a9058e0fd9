import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { hasPermission, mayEverywhere } from '#domain/permissions.ts'
import { inspectionKeys } from '#panel/data/keys.ts'
import { PanelFrame } from '#panel/frame/panel-frame.tsx'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { PageHeading } from '#panel/ui/page-heading.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { ResetButton } from '#panel/ui/tables/reset-button.tsx'
import { TableSkeleton } from '#panel/ui/tables/table-skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { shownStates, useBoardAddress } from './board-address.ts'
import { BoardFilters } from './board-filters.tsx'
import { useBoardReview } from './board-review.tsx'
import { BoardSkeleton, InspectionBoard } from './inspection-board.tsx'
import { InspectionTable } from './inspection-table.tsx'
import { MoreRows } from './more-rows.tsx'
import { type InspectionList, useInspectionList } from './use-inspection-list.ts'

/** The inspections of all turbines: what is open, how far it is and whom it waits for; for those who only read, what is published. */
export default function InspectionsPage() {
  const text = useText()
  const title = text('inspections.title')
  usePageTitle(title)
  const caller = useCaller()
  const queryClient = useQueryClient()
  const isInTeam = hasPermission(caller, 'inspection.work')
  const showsCompany = mayEverywhere(caller, 'inspection.read')
  const address = useBoardAddress(isInTeam)
  const { view, filters, isFiltered, clear } = address
  const review = useBoardReview()
  const isBoard = isInTeam && view === 'board'
  const states = shownStates(filters)
  const columns = {
    open: useInspectionList(filters, 'open', isBoard && states.includes('open')),
    in_review: useInspectionList(filters, 'in_review', isBoard && states.includes('in_review')),
    published: useInspectionList(filters, 'published', isBoard && states.includes('published')),
  }
  const all = useInspectionList(filters, undefined, !isBoard)
  const lists = isBoard ? states.map((state) => columns[state]) : [all]
  const total = sumOf(lists)
  const isEmpty = total === 0 && !isFiltered

  return (
    <PanelFrame wide>
      <PageHeading
        title={title}
        status={total !== undefined && !isFiltered ? text('inspections.total', { n: total }) : undefined}
      />
      {!isEmpty && (
        <BoardFilters
          address={address}
          isInTeam={isInTeam}
          showsCompany={showsCompany}
          found={isFiltered ? total : undefined}
        />
      )}
      <QueryBoundary
        query={asOne(lists, queryClient)}
        loading={
          isBoard ? <BoardSkeleton states={states} /> : <TableSkeleton label={text('inspections.loading')} />
        }
        failed={text('inspections.failed')}
        empty={renderEmpty()}
      >
        {() => (isBoard ? renderBoard() : renderTable())}
      </QueryBoundary>
      {review.screen}
    </PanelFrame>
  )

  function renderBoard() {
    return (
      <InspectionBoard
        columns={states.map((state) => ({ state, list: columns[state] }))}
        showsCompany={showsCompany}
        onReview={hasPermission(caller, 'inspection.review') ? review.open : undefined}
      />
    )
  }

  function renderTable() {
    return (
      <>
        <InspectionTable
          inspections={all.inspections ?? []}
          isInTeam={isInTeam}
          showsCompany={showsCompany}
        />
        <MoreRows list={all} />
      </>
    )
  }

  function renderEmpty() {
    if (isFiltered) {
      return (
        <EmptyState
          title={text('inspections.noneFound')}
          action={<ResetButton onReset={clear}>{text('filter.clear')}</ResetButton>}
        >
          {text('inspections.noneFound.text')}
        </EmptyState>
      )
    }
    return (
      <EmptyState title={text('inspections.none')}>
        {text(isInTeam ? 'inspections.none.text' : 'inspections.none.read')}
      </EmptyState>
    )
  }
}

/** How many inspections the lists have; undefined until all of them are loaded. */
function sumOf(lists: InspectionList[]): number | undefined {
  if (lists.some(({ total }) => total === undefined)) return undefined
  return lists.reduce((sum, { total = 0 }) => sum + total, 0)
}

/**
 * The columns of the board as one query: what could not be loaded is said once, and one button loads it again, with the count in the header that
 * probably failed, too.
 */
function asOne(lists: InspectionList[], queryClient: QueryClient) {
  const failed = lists.filter(({ inspections }) => inspections === undefined)
  return {
    data: failed.length > 0 ? undefined : lists.flatMap(({ inspections = [] }) => inspections),
    error: failed.find(({ query }) => query.error)?.query.error ?? null,
    isFetching: failed.some(({ query }) => query.isFetching),
    refetch: async () => {
      await queryClient.refetchQueries({ queryKey: inspectionKeys.lists(), type: 'active' })
      return undefined as never
    },
  }
}
