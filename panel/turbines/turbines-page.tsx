import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { LoadFailure } from '#panel/frame/load-failure.tsx'
import { PanelFrame } from '#panel/frame/panel-frame.tsx'
import { useViewer } from '#panel/session/viewer-context.ts'
import { Button } from '#panel/ui/button.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { useText } from '#panel/words/use-text.ts'
import { useRememberedSearch } from './remembered-search.ts'
import { makeSearchable, searchTurbines } from './search-turbines.ts'
import { TurbineGrid } from './turbine-grid.tsx'
import { TurbineSearch } from './turbine-search.tsx'
import { TurbineSkeletons } from './turbine-skeletons.tsx'
import { turbinesQuery } from './turbines-query.ts'

export default function TurbinesPage() {
  const text = useText()
  const title = text('turbines.title')
  usePageTitle(title)
  const [query, setQuery] = useRememberedSearch(useViewer().id)
  const { data: turbines, error, isFetching, refetch } = useQuery(turbinesQuery)
  const searchable = useMemo(() => makeSearchable(turbines ?? []), [turbines])
  const found = useMemo(() => searchTurbines(searchable, query), [searchable, query])
  const searching = query.trim() !== ''

  return (
    <PanelFrame>
      <div className="flex items-end gap-8 pt-10 pb-7">
        <div className="mr-auto">
          <h1 className="text-page font-semibold tracking-tight text-ink">{title}</h1>
          <p role="status" className="mt-1 h-6 text-lead text-ink-soft">
            {turbines && text('turbines.total', { n: turbines.length })}
            {turbines && searching && (
              <>
                <span className="mx-2 text-hairline-strong">/</span>
                {text('turbines.found', { n: found.length })}
              </>
            )}
          </p>
        </div>
        <TurbineSearch value={query} onChange={setQuery} />
      </div>
      {renderList()}
    </PanelFrame>
  )

  function renderList() {
    if (!turbines && error) {
      return <LoadFailure title={text('turbines.failed')} error={error} busy={isFetching} onRetry={refetch} />
    }
    if (!turbines) return <TurbineSkeletons />
    if (turbines.length === 0)
      return <EmptyState title={text('turbines.none')}>{text('turbines.none.text')}</EmptyState>
    if (found.length === 0) {
      return (
        <EmptyState
          title={text('turbines.noneFound')}
          action={<Button onClick={() => setQuery('')}>{text('turbines.clear')}</Button>}
        >
          {text('turbines.noneFound.text', { query: query.trim() })}
        </EmptyState>
      )
    }
    return <TurbineGrid turbines={found} />
  }
}
