import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { useCompanyItems } from '#panel/companies/use-company-items.ts'
import { offersScreen, screenItems } from '#panel/frame/screen-items.ts'
import { SearchDialog, type SearchKind } from '#panel/search/search-dialog.tsx'
import { useViewer } from '#panel/session/viewer-context.ts'
import { useTurbineItems } from '#panel/turbine-list/use-turbine-items.ts'
import { useUserItems } from '#panel/users/use-user-items.ts'
import { useText } from '#panel/words/use-text.ts'

/** The panel search, with the items of each feature. To make a new kind of record searchable, add it here. */
export default function SearchEverywhere({ onClose }: { onClose: () => void }) {
  const text = useText()
  const viewer = useViewer()
  const kinds: SearchKind[] = [
    { title: 'turbines.title', ...useTurbineItems() },
    { title: 'search.companies', ...useCompanyItems(offersScreen(viewer, PANEL_ADDRESSES.companies)) },
    { title: 'search.users', ...useUserItems(offersScreen(viewer, PANEL_ADDRESSES.users)) },
    { title: 'frame.navigation', items: screenItems(viewer, text), failed: false, isShownFirst: true },
  ]
  return <SearchDialog kinds={kinds} userId={viewer.id} onClose={onClose} />
}
