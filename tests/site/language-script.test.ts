import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contentHash } from '../../site/before-paint/content-hash.ts'
import { PUBLIC_PAGES } from '../public-pages.ts'
import { isBuilt, readBuiltPages } from './built-pages.ts'

const SCRIPT = readFileSync(join(import.meta.dirname, '../../site/before-paint/public-page.js'), 'utf8')

describe.skipIf(!isBuilt)('the built pages (skipped where they are not built)', () => {
  const pages = isBuilt ? readBuiltPages() : []

  // A journey tests the behaviour of the script on one page.
  it.each(PUBLIC_PAGES)(
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
})
