import type { Text } from '#panel/words/use-text.ts'

/** Something that the panel search can find. */
export interface SearchItem {
  /** Unique among all kinds, for example `turbine.4`. Recent choices are stored by it. */
  key: string
  address: string
  title: (text: Text) => string
  /** A second line that distinguishes items with the same title. */
  note: string
  /** The texts to search in, the title first. */
  searched: string[]
}

/** The items of one kind; undefined until they are loaded. */
export interface SearchItems {
  items: SearchItem[] | undefined
  failed: boolean
}
