import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'
import { contentHash } from '../../site/before-paint/content-hash.ts'
import { PUBLIC_PAGES } from '../support/public-pages.ts'
import { isBuilt, readBuiltPages } from './built-pages.ts'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  elements: ['html5'],
  rules: {
    // React writes `srcSet`, `required=""` and `<img/>`; all three are valid HTML.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'void-style': 'off',
    // The docs have the anchors that GitHub gives their headings, such as `#1-sign-in`.
    'valid-id': ['error', { relaxed: true }],
    // The scripts come from the same server as the page.
    'require-sri': ['error', { target: 'crossorigin' }],
  },
})

describe.skipIf(!isBuilt)('the built pages (skipped where they are not built)', () => {
  const pages = isBuilt ? readBuiltPages() : []

  it.each([...pages, panelShell()])('are valid HTML: $path', async ({ path, html }) => {
    const { results } = await validator.validateString(html, `${path}.html`)
    const messages = results.flatMap((result) => result.messages)
    expect(
      messages.map(({ ruleId, message, line, column }) => `${ruleId} ${line}:${column} ${message}`),
    ).toEqual([])
  })

  it('have one heading of level 1 each', () => {
    for (const { path, document } of pages)
      expect([path, document.querySelectorAll('h1').length]).toEqual([path, 1])
  })

  it('show sections in the order of their source: else what is painted moves while a slow connection brings the rest', () => {
    const moved = pages.flatMap(({ path, document }) =>
      [...document.querySelectorAll('section, main > *')]
        .filter(({ className }) => /(?:^|[\s:])-?order-/.test(className))
        .map(({ className }) => [path, className]),
    )
    expect(moved).toEqual([])
  })

  it.each([...pages, panelShell()])(
    'allow their own inline scripts and styles, and no others: $path',
    ({ path, html }) => {
      const [, policy = ''] = /<meta http-equiv="content-security-policy" content="([^"]*)"/.exec(html) ?? []
      const allowed = (directive: string) => {
        const [, sources = ''] = new RegExp(`${directive} ([^;]*)`).exec(policy) ?? []
        return [...sources.matchAll(/'(sha256-[^']+)'/g)].map(([, hash]) => hash).sort()
      }
      const hashes = (contents: RegExp) => [
        ...new Set([...html.matchAll(contents)].map(([, content = '']) => contentHash(content))),
      ]
      // A script of data runs nothing, and needs no hash.
      expect(allowed('script-src')).toEqual(hashes(/<script>([\s\S]*?)<\/script>/g).sort())
      expect(allowed('style-src')).toEqual(hashes(/<style>([\s\S]*?)<\/style>/g).sort())
      expect(/unsafe/.test(policy)).toBe(false)
      expect(/data:|blob:/.test(policy)).toBe(path === '/panel')
    },
  )

  it('have unique titles, and the indexed pages have unique descriptions', () => {
    const titles = pages.map(({ document }) => document.title)
    expect(new Set(titles).size).toBe(pages.length)
    const found = pages.filter(({ document }) => !document.querySelector('meta[name=robots]'))
    expect(found).toHaveLength(PUBLIC_PAGES.length)
    const descriptions = found.map(({ document }) =>
      document.querySelector('meta[name=description]')?.getAttribute('content'),
    )
    expect(new Set(descriptions).size).toBe(PUBLIC_PAGES.length)
    expect(descriptions).not.toContain(undefined)
  })
})

function panelShell() {
  const file = join(import.meta.dirname, '../../dist/panel/index.html')
  return { path: '/panel', html: isBuilt ? readFileSync(file, 'utf8') : '' }
}
