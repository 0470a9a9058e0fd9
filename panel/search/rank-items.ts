import { foldForSearch } from '#domain/text/turkish.ts'
import type { SearchItem } from '#panel/frame/search-item.ts'

interface IndexedItem {
  item: SearchItem
  /** The folded words of all searched texts, with one space before each. */
  words: string
  /** The folded words of the title, in the same form. */
  title: string
}

const indexes = new WeakMap<SearchItem[], IndexedItem[]>()

/** The index of a list. It is cached for each list, because folding thousands of items is slow. */
export function indexOf(items: SearchItem[]): IndexedItem[] {
  const made = indexes.get(items)
  if (made) return made
  const index = items.map((item) => ({
    item,
    words: spaceWords(item.searched.join(' ')),
    title: spaceWords(item.searched[0] ?? ''),
  }))
  indexes.set(items, index)
  return index
}

/**
 * The items that contain every word of `query`, at most `limit`. The order: items whose title is the query, items whose title begins
 * with it, items in which each word of the query is the beginning of a word, all others. Equal items keep their order.
 */
export function rankItems(items: IndexedItem[], query: string, limit: number): SearchItem[] {
  const asked = spaceWords(query)
  const words = asked.split(' ').filter(Boolean)
  if (words.length === 0) return []
  const ranks: [SearchItem[], SearchItem[], SearchItem[], SearchItem[]] = [[], [], [], []]
  for (const { item, words: text, title } of items) {
    if (!words.every((word) => text.includes(word))) continue
    if (title === asked) ranks[0].push(item)
    else if (title.startsWith(asked)) ranks[1].push(item)
    else if (words.every((word) => text.includes(` ${word}`))) ranks[2].push(item)
    else ranks[3].push(item)
  }
  return ranks.flat().slice(0, limit)
}

function spaceWords(text: string): string {
  return ` ${foldForSearch(text).replace(/[^\p{L}\p{N}]+/gu, ' ')}`.trimEnd()
}
