import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(`site/before-paint/${name}.js`, 'utf8')

/** Clicks the link to the other language. Returns the replaced address, or undefined if the browser follows the link. */
function clickToggle(twin: string | undefined): string | undefined {
  let replaced: string | undefined
  const listeners: Record<string, (event: object) => void> = {}
  runInNewContext(read('public-page'), {
    document: { documentElement: { lang: 'en', dataset: { twin } }, querySelector: () => ({ dataset: {} }) },
    localStorage: { getItem: (key: string) => (key === 'kanat.language' ? 'en' : null), setItem: () => {} },
    location: { search: '?q=backup', hash: '#sweep', replace: (to: string) => (replaced = to) },
    addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
  })
  const toggle = { pathname: twin ?? '/', dataset: { language: 'tr' } }
  listeners.click?.({ target: { closest: () => toggle }, button: 0, preventDefault: () => {} })
  return replaced
}

test('the other language replaces the page with its twin, with query and hash', () => {
  expect(clickToggle('/product')).toBe('/product?q=backup#sweep')
})

test('on a page without a twin, the link is followed, so that Back returns to the page', () => {
  expect(clickToggle(undefined)).toBeUndefined()
})

test('a subject that the page filled in is not kept as typed, so that the other language has its own', () => {
  const stored: Record<string, string> = {}
  const elements = Object.assign(
    [
      { name: 'name', value: '' },
      { name: 'subject', value: '' },
    ],
    {
      subject: { value: '' },
    },
  )
  elements.subject = elements[1] as { name: string; value: string }
  const listeners: Record<string, () => void> = {}
  const form = {
    elements,
    dataset: { demoSubject: 'Demo talebi' },
    addEventListener: (type: string, listener: () => void) => (listeners[type] = listener),
  }
  runInNewContext(read('contact-draft'), {
    document: { currentScript: { parentElement: { querySelector: () => form } } },
    sessionStorage: {
      getItem: (key: string) => stored[key] ?? null,
      setItem: (key: string, value: string) => (stored[key] = value),
    },
    location: { search: '?demo' },
    URLSearchParams,
    addEventListener: () => {},
  })
  expect(elements.subject.value).toBe('Demo talebi')
  listeners.input?.()
  expect(JSON.parse(stored['kanat.contact-draft'] ?? '{}')).toEqual({ name: '', subject: '' })
})
