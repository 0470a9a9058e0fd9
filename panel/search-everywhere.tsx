import { useState } from 'react'
import { matchPath, useLocation } from 'react-router'
import { Id } from '#domain/fields.ts'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { useCompanyItems } from '#panel/companies/use-company-items.ts'
import { offersScreen, screenItems } from '#panel/frame/screen-items.ts'
import { readyItems } from '#panel/frame/search-item.ts'
import { useReportItems } from '#panel/reports/use-report-items.ts'
import { actionItems, type OpenTurbine } from '#panel/search/action-items.ts'
import { SearchDialog, type SearchKind } from '#panel/search/search-dialog.tsx'
import { useFoundItems } from '#panel/search/use-found-items.ts'
import { useTypedText } from '#panel/search/use-typed-text.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useTurbineItems } from '#panel/turbine-list/use-turbine-items.ts'
import { useUserItems } from '#panel/users/use-user-items.ts'
import { useText } from '#panel/words/use-text.ts'

/** The panel search, with the items of each feature. To make a new kind of record searchable, add it here. */
export default function SearchEverywhere({ onClose }: { onClose: () => void }) {
  const text = useText()
  const caller = useCaller()
  const [query, setQuery] = useState('')
  const asked = useTypedText(query.trim())
  const isAsked = asked === query.trim()
  const found = useFoundItems(asked)
  const kinds: SearchKind[] = [
    { title: 'turbines.title', ...useTurbineItems() },
    { title: 'frame.navigation', ...readyItems(screenItems(caller, text)), isShownFirst: true },
    {
      title: 'search.actions',
      ...readyItems(actionItems(caller, text, useOpenTurbine())),
      isShownFirst: true,
    },
    { title: 'search.companies', ...useCompanyItems(offersScreen(caller, PANEL_ADDRESSES.companies)) },
    { title: 'search.users', ...useUserItems(offersScreen(caller, PANEL_ADDRESSES.users)) },
    // What the server finds comes later, so it stands below what is there already.
    { title: 'findings.title', ...found.findings, isSearched: true },
    { title: 'reports.title', ...useReportItems(asked), isSearched: true },
    { title: 'search.photos', ...found.photos, isSearched: true },
    { title: 'comments.title', ...found.comments, isSearched: true },
  ]
  return (
    <SearchDialog
      kinds={kinds}
      query={query}
      onQuery={setQuery}
      isAsked={isAsked}
      userId={caller.id}
      onClose={onClose}
    />
  )
}

/** The turbine whose page is open. */
function useOpenTurbine(): OpenTurbine | undefined {
  const { pathname, search } = useLocation()
  const id = Id.safeParse(matchPath(PANEL_ADDRESSES.turbine, pathname)?.params.id).data
  return id === undefined ? undefined : { id, year: new URLSearchParams(search).get('year') }
}
