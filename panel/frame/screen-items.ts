import { hasPermission, type Viewer } from '#domain/permissions.ts'
import type { Text } from '#panel/words/use-text.ts'
import { SCREENS } from './navigation.tsx'
import type { SearchItem } from './search-item.ts'

/** The screens that the viewer's role may use, as items of the panel search. */
export function screenItems(viewer: Viewer, text: Text): SearchItem[] {
  return SCREENS.filter(({ action }) => hasPermission(viewer, action)).map(({ address, label }) => ({
    key: `screen.${address}`,
    address,
    title: () => text(label),
    note: '',
    searched: [text(label)],
  }))
}

/** True if the panel has a screen with this address and the viewer's role may use it. */
export function offersScreen(viewer: Viewer, screen: string): boolean {
  return SCREENS.some(({ address, action }) => address === screen && hasPermission(viewer, action))
}
