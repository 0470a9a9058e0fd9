import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Navigate } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { hasPermission, mayEverywhere } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { turbinesQuery } from '#panel/data/turbines.ts'
import { PanelFrame } from '#panel/frame/panel-frame.tsx'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { StateLegend } from '#panel/frame/state/state-legend.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { TurbineGrid } from '#panel/turbine-list/cards/turbine-grid.tsx'
import { type OpenDialog, TurbineDialog } from '#panel/turbine-list/dialogs/turbine-dialog.tsx'
import { TableButton } from '#panel/turbine-list/import/table-button.tsx'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import { useFormLayer } from '#panel/ui/address/form-layer.ts'
import { useSearchInAddress } from '#panel/ui/address/search-address.ts'
import { Button } from '#panel/ui/button.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { lazyPart } from '#panel/ui/late-scripts/lazy-part.tsx'
import { PageHeading } from '#panel/ui/page-heading.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { ResetButton } from '#panel/ui/tables/reset-button.tsx'
import { TableSkeleton } from '#panel/ui/tables/table-skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { TodayStrip } from './today/today-strip.tsx'
import type { TurbineActions } from './turbine-actions.tsx'
import { TurbineDueContext } from './turbine-due.tsx'
import { MapSkeleton, TurbineSkeletons } from './turbine-skeletons.tsx'
import { TurbineToolbar } from './turbine-toolbar.tsx'
import { useDueFindings } from './use-due-findings.ts'
import { FILTERS, useListAddress } from './use-list-address.ts'
import { useShownTurbines } from './use-shown-turbines.ts'

const NextStep = lazyPart(() => import('#panel/frame/first-steps/next-step.tsx'))
const TurbineTable = lazyPart(() => import('./turbine-table.tsx'))
const TurbineMap = lazyPart(() => import('#panel/turbine-list/map/turbine-map.tsx'))

interface TurbinesPageProps {
  /** What an empty installation shows to those who set it up. */
  firstSteps: ReactNode
}

export default function TurbinesPage({ firstSteps }: TurbinesPageProps) {
  const text = useText()
  const title = text('turbines.title')
  usePageTitle(title)
  const caller = useCaller()
  const mayAdd = hasPermission(caller, 'turbine.add')
  const setsUp = hasPermission(caller, 'installation.edit')
  const { query, setQuery, reset } = useSearchInAddress(FILTERS)
  const { view } = useListAddress()
  const { get } = useAddressParams()
  const form = useFormLayer()
  const [deleted, setDeleted] = useState<Turbine>()
  const turbinesAnswer = useQuery(turbinesQuery)
  const turbines = turbinesAnswer.data
  const dueFindings = useDueFindings()
  const { shown, options, filters, isFiltered } = useShownTurbines(turbines, query)
  const isNarrowed = isFiltered || query.trim() !== ''

  const mayEdit = mayEverywhere(caller, 'turbine.edit')
  const mayDelete = mayEverywhere(caller, 'turbine.delete')
  // The list must not render again with each new address.
  const openForm = useRef(form.open)
  useEffect(() => {
    openForm.current = form.open
  })
  const actions = useMemo<TurbineActions>(
    () => ({
      ...(mayEdit && { onEdit: ({ id }) => openForm.current(String(id)) }),
      ...(mayDelete && { onDelete: setDeleted }),
    }),
    [mayEdit, mayDelete],
  )
  const addButton = mayAdd && (
    <Button variant="primary" icon={Plus} onClick={() => form.open('add')}>
      {text('turbine.add')}
    </Button>
  )
  const isEmpty = turbines?.length === 0
  const hasList = turbines ? !isEmpty : !turbinesAnswer.error

  // Links of earlier versions: they listed the turbines with overdue findings.
  if (get('overdue') === 'true') return <Navigate replace to={`${PANEL_ADDRESSES.findings}?overdue=true`} />

  return (
    <PanelFrame wide>
      <PageHeading title={title} status={turbines && text('turbines.total', { n: turbines.length })}>
        {!(isEmpty && setsUp) && mayAdd && <TableButton onImport={() => form.open('import')} />}
        {!isEmpty && addButton}
      </PageHeading>
      {setsUp && !isEmpty && turbines?.every(({ photo_count }) => photo_count === 0) && <NextStep />}
      {turbines && !isEmpty && <TodayStrip turbines={turbines} dueFindings={dueFindings} />}
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
          setsUp ? (
            firstSteps
          ) : (
            <EmptyState title={text('turbines.none')} action={addButton}>
              {text(mayAdd ? 'turbines.none.add' : 'turbines.none.text')}
            </EmptyState>
          )
        }
      >
        {() => (
          <TurbineDueContext value={dueFindings.due?.ofTurbine}>
            {shown.length > 0 ? renderShown() : renderNoneFound()}
          </TurbineDueContext>
        )}
      </QueryBoundary>
      <TurbineDialog dialog={openDialog()} onClose={() => (deleted ? setDeleted(undefined) : form.close())} />
    </PanelFrame>
  )

  function openDialog(): OpenDialog | undefined {
    if (deleted) return { kind: 'delete', turbine: deleted }
    if (form.value === 'add' || form.value === 'import') return mayAdd ? { kind: form.value } : undefined
    const edited = mayEdit && turbines?.find(({ id }) => String(id) === form.value)
    return edited ? { kind: 'edit', turbine: edited } : undefined
  }

  function renderSkeletons() {
    if (view === 'grid') return <TurbineSkeletons />
    return view === 'map' ? <MapSkeleton /> : <TableSkeleton label={text('turbines.loading')} />
  }

  function renderShown() {
    if (view === 'grid') return <TurbineGrid turbines={shown} actions={actions} />
    if (view === 'map') return <TurbineMap turbines={shown} whileLoading={renderSkeletons()} />
    return (
      <>
        <StateLegend className="mb-2 px-3" />
        <TurbineTable turbines={shown} actions={actions} whileLoading={renderSkeletons()} />
      </>
    )
  }

  function renderNoneFound() {
    return (
      <EmptyState
        title={text('turbines.noneFound')}
        action={
          <ResetButton onReset={reset}>
            {text(isFiltered ? 'filter.clear' : 'common.clearSearch')}
          </ResetButton>
        }
      >
        {isFiltered
          ? text('turbines.noneFound.filters')
          : text('turbines.noneFound.text', { query: query.trim() })}
      </EmptyState>
    )
  }
}
