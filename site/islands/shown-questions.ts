import { foldForSearch } from '#domain/text/turkish.ts'

/** The filter of the questions; empty texts do not filter. */
export interface Filter {
  text: string
  category: string
}

export const NO_FILTER: Filter = { text: '', category: '' }

/** Reads the filter in an address; a category that is not in `categories` is ignored. */
export function filterIn(address: URLSearchParams, categories: readonly string[]): Filter {
  const category = address.get('category') ?? ''
  return { text: address.get('q') ?? '', category: categories.includes(category) ? category : '' }
}

/** The address of `page` with this filter. */
export function addressOf(page: string, { text, category }: Filter): string {
  const query = new URLSearchParams()
  if (text) query.set('q', text)
  if (category) query.set('category', category)
  return query.size > 0 ? `${page}?${query}` : page
}

/**
 * Hides the questions below `list` that do not match `filter`, and empty categories. A question matches
 * if question, answer, synonyms and the names of its category together contain every word of the search.
 *
 * @returns the number of shown questions
 */
export function showOnly(list: HTMLElement, filter: Filter): number {
  const words = foldForSearch(filter.text).split(/\s+/)
  let shown = 0
  for (const group of list.querySelectorAll<HTMLElement>('[data-category]')) {
    const before = shown
    const names = group.dataset.names ?? ''
    for (const question of group.querySelectorAll('details')) {
      const text = foldForSearch(`${names} ${question.dataset.synonyms} ${question.textContent}`)
      const isInCategory = !filter.category || filter.category === group.dataset.category
      question.hidden = !(isInCategory && words.every((word) => text.includes(word)))
      if (!question.hidden) shown += 1
    }
    group.hidden = shown === before
  }
  return shown
}
