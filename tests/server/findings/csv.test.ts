import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#domain/text/language.ts'
import { csvLines, restoreFormulas } from '#server/core/media/csv.ts'
import { growth } from '../../support/time/growth.ts'

/** What spreadsheets of some language take for the end of a cell. */
const SEPARATORS = /[;,\t\r\n]/
const FORMULA = /^[\s"]*[=+\-@＝＋－＠]/

const hostileText = fc
  .array(fc.constantFrom(...'=+-@＝＋－＠;,\t\r\n"\' \u00a0aİ😀'), { maxLength: 30 })
  .map((letters) => letters.join(''))

describe.each(LANGUAGES)('a CSV file in %s', (language) => {
  it.each(['x;=1+1;y', 'x,=1+1,y', 'x\t=1', 'x\n@a', '=1', ' =1', 'a;"=1+1;', '＝1', "x;'=1", '\t=1', "'\t"])(
    'has no formula in any spreadsheet for %j',
    (text) => {
      const file = csvLines(language, [[text]]).slice(0, -2)
      expect(file.split(SEPARATORS).filter((cell) => FORMULA.test(cell))).toEqual([])
    },
  )

  it('has no formula and gives every text back', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 1, maxLength: 3 }), (texts) => {
        const file = csvLines(language, [[1, ...texts, null]])
        expect(file.split(SEPARATORS).filter((cell) => FORMULA.test(cell))).toEqual([])
        const [cells = []] = parse(file, {
          delimiter: language === 'tr' ? ';' : ',',
          record_delimiter: '\r\n',
        }) as string[][]
        expect(cells.map(restoreFormulas)).toEqual(['1', ...texts, ''])
      }),
      { numRuns: 2000 },
    )
  })
})

it.each([';', '"', "'", ' ', '\n', ';"', ";'", ';='])(
  'disarms a text of many %j in a time that grows with its length',
  async (part) => {
    const disarm = (count: number) => {
      const text = part.repeat(count)
      expect(restoreFormulas(text).length).toBeLessThanOrEqual(text.length)
      csvLines('en', [[text]])
    }
    expect(await growth(disarm, 5000)).toBeLessThan(3)
  },
)

it('comes from one function, in every file of the server that names a CSV file', () => {
  const server = join(import.meta.dirname, '../../../server')
  const naming = globSync('**/*.ts', { cwd: server }).filter((file) =>
    /text\/csv|\.csv\b(?!\.)/.test(
      readFileSync(join(server, file), 'utf8').replaceAll(/\/\*\*.*?\*\//gs, ''),
    ),
  )
  // Whoever adds a file here writes it with `csvLines`.
  expect(naming.sort()).toEqual([
    'features/findings/files/finding-file-routes.ts',
    'features/findings/import/finding-import-routes.ts',
    'features/photos/archive/archive-content.ts',
    'features/photos/archive/archive-routes.ts',
    'features/turbines/table/turbine-table-routes.ts',
  ])
})
