import type { CollectionEntry } from 'astro:content'
import { type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { addressOf, type Filter, filterIn, NO_FILTER, showOnly } from './shown-questions.ts'

interface Props {
  words: Omit<CollectionEntry<'site'>['data']['faq'], 'categories'> & { categories: Record<string, string> }
  /** The address of this page. */
  page: string
  /** The number of questions. */
  total: number
  /** The static HTML of the questions. */
  children?: ReactNode
}

/** A search and categories for the questions in the static HTML. The filter is in the address. */
export function FaqFilter({ words, page, total, children }: Props) {
  const searchBox = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [filter, setFilter] = useState(NO_FILTER)
  const [shown, setShown] = useState(total)

  const show = useCallback((next: Filter) => {
    if (searchBox.current) searchBox.current.value = next.text
    setFilter(next)
  }, [])

  useEffect(() => {
    const asked = () => filterIn(new URLSearchParams(location.search), Object.keys(words.categories))
    const follow = () => show(asked())
    // A click before hydration has followed the anchor, too.
    const { category } = asked()
    if (category && location.hash === `#${category}`)
      history.replaceState(null, '', location.pathname + location.search)
    // The visitor may have typed before hydration.
    show({ ...asked(), ...(searchBox.current?.value && { text: searchBox.current.value }) })
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [words, show])

  useEffect(() => {
    if (list.current) setShown(showOnly(list.current, filter))
    // A category has the same id in both languages; a search text is not valid in the other language.
    const query = addressOf('', { ...filter, text: '' })
    for (const toggle of document.querySelectorAll<HTMLAnchorElement>('a[data-language]')) {
      toggle.search = query
      toggle.dataset.query = query
    }
  }, [filter])

  /** Back undoes a category or a whole search, not each letter. */
  function choose(next: Filter) {
    const isStep = next.category !== filter.category || !next.text !== !filter.text
    history[isStep ? 'pushState' : 'replaceState'](null, '', addressOf(page, next))
    show(next)
  }

  function follow(event: MouseEvent, next: Filter) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    choose(next)
  }

  function clear() {
    choose(NO_FILTER)
    searchBox.current?.focus()
  }

  const categories = Object.entries({ '': words.all, ...words.categories })
  return (
    <>
      <search translate="no" className="block max-w-[48rem] lg:col-start-2 noscript:hidden">
        <div className="field flex items-stretch max-sm:flex-col">
          <input
            ref={searchBox}
            type="search"
            onChange={(event) => choose({ ...filter, text: event.target.value })}
            aria-label={words.search}
            placeholder={words.search}
            autoComplete="off"
            className="h-12 min-w-0 rounded bg-transparent sm:flex-1 px-3.5 placeholder:text-ink-faint"
          />
          <select
            aria-label={words.category}
            value={filter.category}
            onChange={(event) => choose({ ...filter, category: event.target.value })}
            className="h-12 border-hairline rounded bg-surface px-3 text-ink-soft max-sm:border-t sm:max-w-56 sm:border-l"
          >
            {categories.map(([category, name]) => (
              <option key={category} value={category}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <p role="status" className="mt-3 text-sm text-ink-faint">
          {shown === 1 ? words.shown.one : words.shown.other.replace('{n}', `${shown}`)}
        </p>
      </search>
      <nav
        translate="no"
        aria-label={words.category}
        className="self-start max-lg:-order-1 max-sm:hidden lg:sticky lg:top-8 lg:col-start-1 lg:row-span-2 lg:row-start-1"
      >
        <ul aria-label={words.category} className="flex flex-wrap gap-2 lg:flex-col lg:items-start">
          {categories.map(([category, name]) => (
            <li key={category}>
              <a
                // Without a script, the anchor leads to the questions of the category.
                href={`${addressOf(page, { ...filter, category })}${category && `#${category}`}`}
                aria-current={category === filter.category ? 'true' : undefined}
                onClick={(event) => follow(event, { ...filter, category })}
                className="pill"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="max-w-[48rem] lg:col-start-2">
        <div ref={list} className="grid gap-12">
          {children}
        </div>
        {shown === 0 && (
          <div translate="no" className="border-y border-hairline py-14">
            <h2 className="text-2xl font-semibold tracking-tight">{words.empty.title}</h2>
            <p className="mt-3 text-ink-soft">{words.empty.text}</p>
            <button
              type="button"
              onClick={clear}
              className="button mt-7 bg-action text-on-action hover:bg-action-strong"
            >
              {words.empty.clear}
            </button>
          </div>
        )}
      </div>
    </>
  )
}
