import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const STYLES = readFileSync(join(ROOT, 'site/styles/fonts.css'), 'utf8')

/** The letters in the small files of the font. */
const small = [...STYLES.matchAll(/url\("\.\.\/fonts\/[^}]*unicode-range:([^;]+);/g)].flatMap(
  ([, ranges = '']) =>
    [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, first = '', last = first]) => ({
      first: Number.parseInt(first, 16),
      last: Number.parseInt(last, 16),
    })),
)

it('the small files of the font have every letter of the texts, so that no page loads a whole file for one', () => {
  expect(small.length).toBeGreaterThan(10)
  const texts = globSync('content/**/*.{json,md}', { cwd: ROOT })
  expect(texts.length).toBeGreaterThan(20)
  // Geist has no arrow to the right at all.
  const missing = texts.flatMap((file) =>
    [...new Set(readFileSync(join(ROOT, file), 'utf8'))]
      .filter((letter) => !/[\n\r→]/.test(letter))
      .filter((letter) => !small.some(({ first, last }) => isWithin(letter, first, last)))
      .map((letter) => `${file}: ${letter}`),
  )
  expect(missing, 'add them in site/styles/fonts.css and run: npm run fonts').toEqual([])
})

function isWithin(letter: string, first: number, last: number): boolean {
  const code = letter.codePointAt(0) ?? 0
  return code >= first && code <= last
}
