import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { hasPermission, mayEverywhere } from '#domain/permissions.ts'
import { PanelFrame } from '#panel/frame/panel-frame.tsx'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { useKeptState } from '#panel/session/kept-work.ts'
import { useViewer } from '#panel/session/viewer-context.ts'
import { Button } from '#panel/ui/button.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { PageHeading } from '#panel/ui/page-heading.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { useSearchInAddress } from '#panel/ui/search-address.ts'
import { TableSkeleton } from '#panel/ui/table-skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { TurbineActions } from './turbine-actions.tsx'
import { type OpenDialog, TurbineDialog } from './turbine-dialog.tsx'
import { TurbineGrid } from './turbine-grid.tsx'
import { MapSkeleton, TurbineSkeletons } from './turbine-skeletons.tsx'
import { TurbineToolbar } from './turbine-toolbar.tsx'
import { turbinesQuery } from './turbines-query.ts'
import { FILTERS, useListAddress } from './use-list-address.ts'
import { useShownTurbines } from './use-shown-turbines.ts'

const TurbineTable = lazy(() => import('./turbine-table.tsx'))
const TurbineMap = lazy(() => import('./map/turbine-map.tsx'))

export default function TurbinesPage() {
  const text = useText()
  const title = text('turbines.title')
  usePageTitle(title)
  const viewer = useViewer()
  const mayAdd = hasPermission(viewer, 'turbine.add')
  const { query, setQuery, reset } = useSearchInAddress(FILTERS)
  const { view } = useListAddress()
  const [dialog, setDialog] = useKeptState<OpenDialog | null>('turbine dialog', null)
  const turbinesAnswer = useQuery(turbinesQuery)
  const turbines = turbinesAnswer.data
  const { shown, options, filters, isFiltered } = useShownTurbines(turbines, query)
  const isNarrowed = isFiltered || query.trim() !== ''

  const mayEdit = mayEverywhere(viewer, 'turbine.edit')
  const mayDelete = mayEverywhere(viewer, 'turbine.delete')
  const actions = useMemo<TurbineActions>(
    () => ({
      ...(mayEdit && { onEdit: (turbine) => setDialog({ kind: 'edit', turbine }) }),
      ...(mayDelete && { onDelete: (turbine) => setDialog({ kind: 'delete', turbine }) }),
    }),
    [mayEdit, mayDelete, setDialog],
  )
  const addButton = mayAdd && (
    <Button look="primary" icon={Plus} onClick={() => setDialog({ kind: 'add' })}>
      {text('turbine.add')}
    </Button>
  )
  const isEmpty = turbines?.length === 0
  const hasList = turbines ? !isEmpty : !turbinesAnswer.error

  return (
    <PanelFrame wide>
      <PageHeading title={title} status={turbines && text('turbines.total', { n: turbines.length })}>
        {!isEmpty && addButton}
      </PageHeading>
      {hasList && (
        <TurbineToolbar
          query={query}
          onQuery={setQuery}
          options={options}
          filters={filters}
          found={turbines && isNarrowed ? shown.length : undefined}
          onReset={reset}
        />
      )}
      <QueryBoundary
        query={turbinesAnswer}
        loading={renderSkeletons()}
        failed={text('turbines.failed')}
        empty={
          <EmptyState title={text('turbines.none')} action={addButton}>
            {text(mayAdd ? 'turbines.none.add' : 'turbines.none.text')}
          </EmptyState>
        }
      >
        {() => (shown.length > 0 ? renderShown() : renderNoneFound())}
      </QueryBoundary>
      <TurbineDialog dialog={dialog} onClose={() => setDialog(null)} />
    </PanelFrame>
  )

  function renderSkeletons() {
    if (view === 'grid') return <TurbineSkeletons />
    return view === 'map' ? <MapSkeleton /> : <TableSkeleton label={text('turbines.loading')} />
  }

  function renderShown() {
    if (view === 'grid') return <TurbineGrid turbines={shown} actions={actions} />
    return (
      <Suspense fallback={renderSkeletons()}>
        {view === 'map' ? (
          <TurbineMap turbines={shown} />
        ) : (
          <TurbineTable turbines={shown} actions={actions} />
        )}
      </Suspense>
    )
  }

  function renderNoneFound() {
    return (
      <EmptyState
        title={text('turbines.noneFound')}
        action={<Button onClick={reset}>{text(isFiltered ? 'filter.clear' : 'common.clearSearch')}</Button>}
      >
        {isFiltered
          ? text('turbines.noneFound.filters')
          : text('turbines.noneFound.text', { query: query.trim() })}
      </EmptyState>
    )
  }
}
