import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import en from '#content/product/en.json' with { type: 'json' }
import tr from '#content/product/tr.json' with { type: 'json' }
import { describePrices } from '../../../site/product/describe-prices.ts'
import {
  countRequirements,
  dueRows,
  fill,
  formatRows,
  shownFigures,
  sourceOf,
  valuesIn,
} from '../../../site/product/describe-product.ts'
import { FIGURES } from '../../../site/product/figures.ts'
import { CAPABILITIES, productWordsSchema } from '../../../site/product-words-schema.ts'
import { isBuilt, readBuiltPages } from '../built-pages.ts'

const ROOT = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const PAGES = [
  { language: 'tr', path: '/product', words: tr },
  { language: 'en', path: '/en/product', words: en },
] as const

it.each(FIGURES)(
  'the figure $id names the test that counts it or the section of the benchmarks that measures it',
  ({ id, by, day }) => {
    expect(day).toMatch(/^20\d\d-\d\d-\d\d$/)
    if ('test' in by) return expect(read(by.test)).toContain(`'${id}'`)
    expect(read('tools/bench/bench.ts')).toMatch(new RegExp(`^ +'?${by.bench}'?: \\(\\) => measure`, 'm'))
    const sources = globSync('tools/bench/**/*.ts', {
      cwd: ROOT,
      exclude: (name) => name.includes('node_modules'),
    })
    expect(sources.filter((file) => read(file).includes(`id: '${id}'`))).toHaveLength(1)
  },
)

it('every stored figure is shown', () => {
  expect(FIGURES.map(({ id }) => id)).toEqual(shownFigures().sort())
})

it('the texts leave every number to the program', () => {
  for (const { words } of PAGES) expect(productWordsSchema.parse(words)).toEqual(words)
  const typed = { ...tr, lead: '142 çağrı' }
  expect(productWordsSchema.safeParse(typed).error?.issues[0]?.message).toMatch(/^write no number/)
})

it('the requirements of the security page are counted by their state', () => {
  const page =
    '| 1.1 | a | kept | x |\n| 1.2 | b | not kept | y |\n| 2.1–2.3 | c | n/a | z |\n| no. | d | kept | |'
  expect(countRequirements(page)).toEqual({ kept: 1, notKept: 1 })
})

it('a text with a value that nothing fills ends the build', () => {
  expect(fill('{n} ay', { n: '3' })).toBe('3 ay')
  expect(() => fill('{m} ay', { n: '3' })).toThrow('Nothing fills {m}')
})

describe.skipIf(!isBuilt)('the built page (skipped where it is not built)', () => {
  it.each(PAGES)(
    'shows no number that is not from domain/, content/findings/ or docs/figures.json: $path',
    ({ language, path, words }) => {
      const document = readBuiltPages().find((page) => page.path === path)?.document
      const main = document?.querySelector('main')
      // The calculator shows what it computes; its own test says that it is right.
      for (const element of main?.querySelectorAll('script, style, [role=group]') ?? []) element.remove()
      const text = [...(main?.querySelectorAll('*') ?? [])].map(ownText).join(' ')
      const known = [
        valuesIn(language),
        formatRows(language, words),
        dueRows(language, words),
        describePrices(language, words),
        Object.values(CAPABILITIES).flatMap((ids) => ids.map((id) => sourceOf(id, language, words))),
        '360°',
      ]
      const shown = numbersIn(text)
      expect(shown.length).toBeGreaterThan(40)
      expect(shown.filter((number) => !numbersIn(JSON.stringify(known)).includes(number))).toEqual([])
    },
  )
})

function numbersIn(text: string): string[] {
  return text.match(/\d+(?:[.,]\d+)*/g) ?? []
}

function ownText({ childNodes }: Element): string {
  return [...childNodes].map((node) => (node.nodeType === 3 ? node.textContent : '')).join(' ')
}
