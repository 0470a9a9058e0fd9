import { useQuery } from '@tanstack/react-query'
import { AUDIT_PAGE_SIZE } from '#domain/limits.ts'
import { auditQuery } from '#panel/data/audit.ts'
import { PanelFrame } from '#panel/frame/panel-frame.tsx'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { PageHeading } from '#panel/ui/page-heading.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { Pager } from '#panel/ui/tables/pager.tsx'
import { ResetButton } from '#panel/ui/tables/reset-button.tsx'
import { TableSkeleton } from '#panel/ui/tables/table-skeleton.tsx'
import { useTimeZone } from '#panel/words/time-zone.ts'
import { useText } from '#panel/words/use-text.ts'
import { requestOf, useAuditAddress } from './audit-address.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'

/** Who did what to which record: the audit log. */
export default function AuditPage() {
  const text = useText()
  const title = text('audit.title')
  usePageTitle(title)
  const address = useAuditAddress()
  const { chosen, isFiltered, page, clear, turnTo } = address
  const answer = useQuery(auditQuery(requestOf(chosen, page, useTimeZone())))
  const total = answer.data?.total ?? 0
  const hasOlder = page * AUDIT_PAGE_SIZE < total

  return (
    <PanelFrame>
      <PageHeading title={title} status={answer.data && !isFiltered && text('audit.total', { n: total })} />
      <AuditFilters address={address} newest={answer.data?.data[0]} found={answer.data?.total} />
      <QueryBoundary
        query={answer}
        loading={<TableSkeleton label={text('audit.loading')} />}
        failed={text('audit.failed')}
      >
        {({ data }) =>
          data.length > 0 ? (
            <>
              <AuditTable key={page} entries={data} hasNewer={page > 1} hasOlder={hasOlder} />
              {total > AUDIT_PAGE_SIZE && renderPager(data.length)}
            </>
          ) : (
            renderEmpty()
          )
        }
      </QueryBoundary>
    </PanelFrame>
  )

  function renderPager(shown: number) {
    const first = (page - 1) * AUDIT_PAGE_SIZE + 1
    return (
      <Pager
        label={text('audit.pages')}
        previous={text('audit.newer')}
        next={text('audit.older')}
        range={text('audit.range', { first, last: first + shown - 1, total })}
        page={page}
        hasNext={hasOlder}
        onTurn={open}
      />
    )
  }

  function open(next: number) {
    turnTo(next)
    window.scrollTo(0, 0)
  }

  function renderEmpty() {
    if (!isFiltered && page === 1) {
      return <EmptyState title={text('audit.none')}>{text('audit.none.text')}</EmptyState>
    }
    return (
      <EmptyState
        title={text('audit.noneFound')}
        action={<ResetButton onReset={clear}>{text('filter.clear')}</ResetButton>}
      >
        {text('audit.noneFound.text')}
      </EmptyState>
    )
  }
}
