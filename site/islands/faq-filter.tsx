import type { CollectionEntry } from 'astro:content'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { addressOf, type Filter, filterIn, NO_FILTER, showOnly } from './shown-questions.ts'

interface Props {
  words: CollectionEntry<'site'>['data']['faq']
  /** The address of this page. */
  page: string
  /** How many questions there are. */
  total: number
  /** The questions, as they stand in the page without script. */
  children?: ReactNode
}

/** Search and categories over questions that are already in the page. What is chosen stands in the address. */
export function FaqFilter({ words, page, total, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [filter, setFilter] = useState(NO_FILTER)
  const [shown, setShown] = useState(total)

  useEffect(() => {
    const follow = () => {
      const asked = filterIn(new URLSearchParams(location.search))
      if (!(asked.category in words.categories)) asked.category = NO_FILTER.category
      if (form.current) fill(form.current, asked)
      setFilter(asked)
    }
    const typedEarly = form.current && filterIn(new FormData(form.current))
    if (typedEarly?.text) setFilter(typedEarly)
    else follow()
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [words])

  useEffect(() => {
    if (list.current) setShown(showOnly(list.current, filter))
    // A category has the same name in the other language's address; a searched word does not mean anything there.
    for (const toggle of document.querySelectorAll<HTMLAnchorElement>('a[data-language]'))
      toggle.search = addressOf('', { ...filter, text: '' })
  }, [filter])

  function choose(next: Filter) {
    const isStep = next.category !== filter.category || !next.text !== !filter.text
    history[isStep ? 'pushState' : 'replaceState'](null, '', addressOf(page, next))
    setFilter(next)
  }

  function chooseInForm(next: Filter) {
    if (form.current) fill(form.current, next)
    choose(next)
  }

  function follow(event: MouseEvent, next: Filter) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    chooseInForm(next)
  }

  function clear() {
    chooseInForm(NO_FILTER)
    form.current?.querySelector('input')?.focus()
  }

  const categories = Object.entries({ '': words.all, ...words.categories })
  return (
    <>
      <search className="block self-start lg:sticky lg:top-8 noscript:hidden">
        <form
          ref={form}
          action={page}
          onChange={(event) => choose(filterIn(new FormData(event.currentTarget)))}
          onSubmit={(event) => event.preventDefault()}
          className="grid gap-3 sm:grid-cols-[1fr_16rem] lg:grid-cols-1"
        >
          <input
            type="search"
            name="q"
            aria-label={words.search}
            placeholder={words.search}
            autoComplete="off"
            className="field h-12 px-3.5 placeholder:text-ink-faint"
          />
          <select name="category" aria-label={words.category} className="field h-12 px-3">
            {categories.map(([category, name]) => (
              <option key={category} value={category}>
                {name}
              </option>
            ))}
          </select>
        </form>
        <ul aria-label={words.category} className="mt-4 flex flex-wrap gap-2 max-sm:hidden">
          {categories.map(([category, name]) => (
            <li key={category}>
              <a
                href={addressOf(page, { ...filter, category })}
                aria-current={category === filter.category ? 'true' : undefined}
                onClick={(event) => follow(event, { ...filter, category })}
                className="pill"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
        <p role="status" className="mt-5 text-sm text-ink-faint">
          {words.shown.replace('{shown}', `${shown}`).replace('{total}', `${total}`)}
        </p>
      </search>
      <div className="max-w-[48rem] lg:col-start-2">
        <div ref={list} className="grid gap-12">
          {children}
        </div>
        {shown === 0 && (
          <div className="border-y border-hairline py-14">
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

function fill(form: HTMLFormElement, { text, category }: Filter): void {
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]'))
    field.value = field.name === 'q' ? text : category
}
