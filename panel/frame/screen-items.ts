import { type Caller, hasPermission } from '#domain/permissions.ts'
import type { Text } from '#panel/words/use-text.ts'
import { SCREENS } from './navigation.tsx'
import type { SearchItem } from './search-item.ts'

/** The screens that the caller's role may use, as items of the panel search. */
export function screenItems(caller: Caller, text: Text): SearchItem[] {
  return SCREENS.filter(({ action }) => hasPermission(caller, action)).map(({ address, label }) => ({
    key: `screen.${address}`,
    address,
    title: () => text(label),
    note: '',
    searched: [text(label)],
  }))
}

/** True if the panel has a screen with this address and the caller's role may use it. */
export function offersScreen(caller: Caller, screen: string): boolean {
  return SCREENS.some(({ address, action }) => address === screen && hasPermission(caller, action))
}
