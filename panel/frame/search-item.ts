import type { UseQueryResult } from '@tanstack/react-query'
import type { Text } from '#panel/words/use-text.ts'

/** Something that the panel search can find. */
export interface SearchItem {
  /** Unique among all kinds, for example `turbine.4`. Recent choices are stored by it. */
  key: string
  address: string
  title: (text: Text) => string
  /** A second line that distinguishes items with the same title. */
  note: string
  /** The texts to search in, the title first; empty if the server has searched. */
  searched: string[]
}

/** The items of one kind. */
export interface SearchItems {
  /** Undefined until they are loaded. */
  items: SearchItem[] | undefined
  failed: boolean
  /** Loads them again after a failure. */
  retry: () => void
  /** True while they are loaded, also again. */
  isFetching: boolean
}

/** Items that need no server. */
export function readyItems(items: SearchItem[]): SearchItems {
  return { items, failed: false, retry: () => {}, isFetching: false }
}

/** Items that are made of the answer of a query. */
export function queriedItems(
  { isError, refetch, isFetching }: Pick<UseQueryResult, 'isError' | 'refetch' | 'isFetching'>,
  items: SearchItem[] | undefined,
): SearchItems {
  return { items, failed: isError && items === undefined, retry: () => void refetch(), isFetching }
}
