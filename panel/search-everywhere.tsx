import { useState } from 'react'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { useCompanyItems } from '#panel/companies/use-company-items.ts'
import { useFindingItems } from '#panel/findings/fleet/use-finding-items.ts'
import { offersScreen, screenItems } from '#panel/frame/screen-items.ts'
import { readyItems } from '#panel/frame/search-item.ts'
import { useReportItems } from '#panel/reports/use-report-items.ts'
import { actionItems } from '#panel/search/action-items.ts'
import { SearchDialog, type SearchKind } from '#panel/search/search-dialog.tsx'
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
  const kinds: SearchKind[] = [
    { title: 'turbines.title', ...useTurbineItems() },
    { title: 'findings.title', ...useFindingItems(asked), isSearched: true },
    { title: 'search.companies', ...useCompanyItems(offersScreen(caller, PANEL_ADDRESSES.companies)) },
    { title: 'search.users', ...useUserItems(offersScreen(caller, PANEL_ADDRESSES.users)) },
    { title: 'reports.title', ...useReportItems(asked), isSearched: true },
    { title: 'frame.navigation', ...readyItems(screenItems(caller, text)), isShownFirst: true },
    { title: 'search.actions', ...readyItems(actionItems(caller, text)), isShownFirst: true },
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
