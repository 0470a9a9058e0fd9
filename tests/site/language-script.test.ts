import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { contentHash } from '../../site/before-paint/content-hash.ts'
import { ENGLISH_PAGES, TWIN_PAGES } from '../support/public-pages.ts'
import { isBuilt, readBuiltPages } from './built-pages.ts'

const SCRIPT = readFileSync(join(import.meta.dirname, '../../site/before-paint/public-page.js'), 'utf8')

describe('the script that follows the language of the reader', () => {
  /** Runs the script on `/about`, whose twin is `/en/about`. @returns the addresses that it goes to, and its listeners */
  function run(language: 'tr' | 'en', search: string, hash: string, twin: string | undefined = '/en/about') {
    const replaced: string[] = []
    const listeners = new Map<string, (event: object) => void>()
    runInNewContext(SCRIPT, {
      document: {
        documentElement: { lang: 'tr', dataset: { ...(twin && { twin }) } },
        querySelector: () => ({ dataset: {} }),
      },
      location: { search, hash, replace: (address: string) => replaced.push(address) },
      localStorage: { getItem: (key: string) => (key === 'kanat.language' ? language : null), setItem() {} },
      navigator: { userAgent: '', language },
      addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    })
    return { replaced, listeners }
  }

  it('keeps the query and the anchor when it goes to the twin, and when the reader does', () => {
    const address = '/en/about?category=photos#team'
    expect(run('en', '?category=photos', '#team').replaced).toEqual([address])
    const { replaced, listeners } = run('tr', '?category=photos', '#team')
    const toggle = { dataset: { language: 'en' }, pathname: '/en/about' }
    listeners.get('click')?.({ target: { closest: () => toggle }, preventDefault() {} })
    expect(replaced).toEqual([address])
    listeners.get('storage')?.({ key: 'kanat.language', newValue: 'en' })
    expect(replaced).toEqual([address, address])
  })

  it('stays on a page without a twin', () => {
    const { replaced, listeners } = run('en', '', '', '')
    listeners.get('storage')?.({ key: 'kanat.language', newValue: 'en' })
    expect(replaced).toEqual([])
  })
})

describe.skipIf(!isBuilt)('the built pages (skipped where they are not built)', () => {
  const pages = isBuilt ? readBuiltPages() : []

  // A journey tests the behaviour of the script on one page.
  it.each(TWIN_PAGES)(
    'have the script that follows the language of the reader: $path',
    ({ path, twin, language }) => {
      const document = pages.find((page) => page.path === path)?.document
      const root = document?.documentElement
      expect(root?.getAttribute('lang')).toBe(language)
      expect(root?.getAttribute('data-twin')).toBe(twin)
      const scripts = [...(document?.querySelectorAll('head script') ?? [])]
      expect(scripts[0]?.textContent).toBe(SCRIPT)
      const policy = document?.querySelector('meta[http-equiv="content-security-policy" i]')
      expect(policy?.getAttribute('content')).toContain(contentHash(SCRIPT))
      const toggle = document?.querySelector('header a[data-language]')
      expect(toggle?.getAttribute('href')).toBe(twin)
      expect(toggle?.getAttribute('data-language')).not.toBe(language)
    },
  )

  it.each(ENGLISH_PAGES)('keep the reader of a page without a twin: $path', ({ path }) => {
    const document = pages.find((page) => page.path === path)?.document
    expect(document?.documentElement.getAttribute('lang')).toBe('en')
    expect(document?.documentElement.hasAttribute('data-twin')).toBe(false)
    expect(document?.querySelector('link[hreflang]')).toBeNull()
    expect(document?.querySelector('header a[data-language]')?.getAttribute('href')).toBe('/')
  })
})
