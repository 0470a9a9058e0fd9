/**
 * Cuts the letters of Turkish and English out of Geist, in the weights that the pages use: `npm run fonts`. `site/styles/fonts.css` says which
 * letters; after a change there, run it and commit `site/fonts/`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const ROOT = join(import.meta.dirname, '../..')
const WHOLE = join(ROOT, 'node_modules/@fontsource-variable/geist/files')
const STYLES = readFileSync(join(ROOT, 'site/styles/fonts.css'), 'utf8')
const WEIGHTS = { wght: { min: 400, max: 700 } }

for (const name of ['latin', 'latin-ext']) {
  const [, ranges = ''] =
    new RegExp(`fonts/geist-${name}\\.woff2[^}]*unicode-range:([^;]+);`).exec(STYLES) ?? []
  const letters = [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].flatMap(
    ([, first = '', last = first]) =>
      Array.from({ length: Number.parseInt(last, 16) - Number.parseInt(first, 16) + 1 }, (_, index) =>
        String.fromCodePoint(Number.parseInt(first, 16) + index),
      ),
  )
  const whole = readFileSync(join(WHOLE, `geist-${name}-wght-normal.woff2`))
  const cut = await subsetFont(whole, letters.join(''), { targetFormat: 'woff2', variationAxes: WEIGHTS })
  writeFileSync(join(ROOT, `site/fonts/geist-${name}.woff2`), cut)
  console.log(`geist-${name}.woff2: ${letters.length} letters, ${cut.length} of ${whole.length} bytes`)
}
