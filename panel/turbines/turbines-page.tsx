import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { mayEverywhere } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { PanelFrame } from '#panel/frame/panel-frame.tsx'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { useViewer } from '#panel/session/viewer-context.ts'
import { Button } from '#panel/ui/button.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { PageHeading } from '#panel/ui/page-heading.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { TableSkeleton } from '#panel/ui/table-skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { useSearchInAddress } from './search-address.ts'
import { makeSearchable, searchTurbines } from './search-turbines.ts'
import { TurbineGrid } from './turbine-grid.tsx'
import { TurbineSearch } from './turbine-search.tsx'
import { TurbineSkeletons } from './turbine-skeletons.tsx'
import { turbinesQuery } from './turbines-query.ts'
import { useListAddress } from './use-list-address.ts'
import { ViewToggle } from './view-toggle.tsx'

const EditTurbineDialog = lazy(() => import('./edit-turbine-dialog.tsx'))
const TurbineTable = lazy(() => import('./turbine-table.tsx'))
const TurbineMap = lazy(() => import('./map/turbine-map.tsx'))

export default function TurbinesPage() {
  const text = useText()
  const title = text('turbines.title')
  usePageTitle(title)
  const viewer = useViewer()
  const [query, setQuery] = useSearchInAddress()
  const { view, setView } = useListAddress()
  const [edited, setEdited] = useState<Turbine | null>(null)
  const turbinesAnswer = useQuery(turbinesQuery)
  const turbines = turbinesAnswer.data
  const searchable = useMemo(() => makeSearchable(turbines ?? []), [turbines])
  const found = useMemo(() => searchTurbines(searchable, query), [searchable, query])
  const searching = query.trim() !== ''
  const onEdit = mayEverywhere(viewer, 'turbine.edit') ? setEdited : undefined
  const skeletons =
    view === 'grid' ? <TurbineSkeletons /> : <TableSkeleton label={text('turbines.loading')} />

  return (
    <PanelFrame>
      <PageHeading
        title={title}
        status={
          turbines && (
            <>
              {text('turbines.total', { n: turbines.length })}
              {searching && (
                <>
                  <span className="mx-2 text-hairline-strong">/</span>
                  {text('turbines.found', { n: found.length })}
                </>
              )}
            </>
          )
        }
      >
        <TurbineSearch value={query} onChange={setQuery} />
        <ViewToggle value={view} onChange={setView} />
      </PageHeading>
      <QueryBoundary
        query={turbinesAnswer}
        loading={skeletons}
        failed={text('turbines.failed')}
        empty={<EmptyState title={text('turbines.none')}>{text('turbines.none.text')}</EmptyState>}
      >
        {() => (found.length > 0 ? renderFound() : renderNoneFound())}
      </QueryBoundary>
      {edited && (
        <Suspense>
          <EditTurbineDialog turbine={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </PanelFrame>
  )

  function renderFound() {
    if (view === 'grid') return <TurbineGrid turbines={found} onEdit={onEdit} />
    return (
      <Suspense fallback={skeletons}>
        {view === 'map' ? <TurbineMap turbines={found} /> : <TurbineTable turbines={found} onEdit={onEdit} />}
      </Suspense>
    )
  }

  function renderNoneFound() {
    return (
      <EmptyState
        title={text('turbines.noneFound')}
        action={<Button onClick={() => setQuery('')}>{text('turbines.clear')}</Button>}
      >
        {text('turbines.noneFound.text', { query: query.trim() })}
      </EmptyState>
    )
  }
}
