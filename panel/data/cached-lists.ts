import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Invalidates queries by the beginnings of their keys, for a change that no mutation of a screen makes. */
export function refreshLists(queryClient: QueryClient, lists: readonly QueryKey[]): void {
  for (const queryKey of lists) void queryClient.invalidateQueries({ queryKey })
}

/** Changes a cached list, if it is there, before the server has answered with the new one. */
export function changeShownList<Item>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: (shown: Item[]) => Item[],
): void {
  // A running request may have read the list before the change; its answer would undo the change on the screen.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<Item[]>(queryKey, (shown) => shown && change(shown))
}
