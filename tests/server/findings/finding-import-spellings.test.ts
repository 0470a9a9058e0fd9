/** Tables as spreadsheets, mail programs and other products really write them. */
import { describe, expect, it } from 'vitest'
import tr from '#content/errors/tr.json' with { type: 'json' }
import { importTable, listFindings, setUpImport } from './import-setup.ts'

setUpImport()

const NAMES = 'Kanat;Yüzey;Tür;Derece;Kökten uzaklık (m);Uzunluk (mm);Açıklama;Bulunduğu gün'
const ROW = 'A;LE;Hücum kenarı erozyonu;3;12,5;40;deneme;15.08.2026'
const FOUND = { type: 'le-erosion', severity: 3, from_m: 12.5, length_mm: 40, found_on: '2026-08-15' }
const withCommas = (text: string) => text.replaceAll('12,5', '12.5').replaceAll(';', ',')

it.each<[title: string, csv: string]>([
  [
    'a blank that does not break in a name',
    `${NAMES.replace('Kökten uzaklık', 'Kökten\u00a0uzaklık')}\n${ROW}`,
  ],
  [
    'a line break in names',
    `${NAMES.replace('Kökten uzaklık (m)', '"Kökten\r\nuzaklık (m)"').replace('Uzunluk (mm)', '"Uzunluk\n(mm)"')}\r\n${ROW}`,
  ],
  ['a narrow and a wide blank', `${NAMES.replace('Bulunduğu gün', 'Bulunduğu\u202f\u2003gün')}\n${ROW}`],
  [
    'marks without width in names and cells',
    `\u200b${NAMES.replace('Tür', 'T\u00adür')}\n\ufeff${ROW.replace(';3;', ';3\u200b;')}`,
  ],
  ['white space in a type', `${NAMES}\n${ROW.replace('Hücum kenarı', ' Hücum\u00a0 kenarı')}`],
  ['a severity with decimals', `${NAMES}\n${ROW.replace(';3;', ';3,0;')}`],
  ['a line that names the delimiter, with another line break', `sep=;\r${NAMES}\r${ROW}`],
  ['the delimiter in capitals', `SEP=;\r\n${NAMES}\r\n${ROW}`],
  ['the delimiter in quotes', `"sep=;"\r\n${NAMES}\r\n${ROW}`],
  ['an empty first row, with semicolons', `;;;;;;;\r\n\r\n${NAMES}\r\n${ROW}`],
  ['an empty first row, with commas', `,,,,,,,\r\n${withCommas(NAMES)}\r\n${withCommas(ROW)}`],
  [
    'an empty first row, with tabs',
    `\t\t\t\t\t\t\t\n${NAMES.replaceAll(';', '\t')}\n${ROW.replaceAll(';', '\t')}`,
  ],
  ['a first row of blanks and quotes', `"";" ";;\n${NAMES}\n${ROW}`],
])('a table with %s is read wholly', async (_, csv) => {
  expect(await importTable(csv)).toMatchObject({ accepted: 1, refused: [], ignored_columns: [] })
  expect(await listFindings()).toMatchObject([FOUND])
})

it.each(['8/15/2026', '13/13/2026', '2026-15-08'])('%s is told how a day is written', async (day) => {
  const { refused } = await importTable(`${NAMES}\n${ROW.replace('15.08.2026', day)}`)
  expect(refused).toMatchObject([
    { line: 2, issues: [{ column: 'found_on', value: day, message: tr.issues.day_format }] },
  ])
})

describe('a quotation mark that is not closed', () => {
  const good = (n: number) => `A;TE;oil;1;${n};;tamam;15.08.2026`
  const bad = 'A;LE;oil;2;3;;"5 inç çatlak;15.08.2026'

  it.each<[title: string, lines: string[], at: number[]]>([
    ['before other lines', [bad, good(1), good(2)], [2]],
    ['between them', [good(1), '', bad, good(2)], [4]],
    ['at the end', [good(1), good(2), bad], [4]],
    ['in two lines', [good(1), bad, bad, good(2)], [3, 4]],
    ['before a text in quotes', [good(1), bad, good(2).replace('tamam', '"iki\nsatır"')], [3]],
  ])('%s refuses its line alone', async (_, lines, at) => {
    const { accepted, refused } = await importTable([NAMES, ...lines].join('\n'))
    expect(accepted).toBe(2)
    expect(refused.map(({ line }) => line)).toEqual(at)
    for (const { issues } of refused)
      expect(issues).toMatchObject([{ column: 'text', message: tr.issues.open_quote }])
    expect((await listFindings()).map(({ from_m }) => from_m).sort()).toEqual([1, 2])
  })

  it('of which there are too many makes it no table', async () => {
    const answer = importTable([NAMES, ...Array<string>(200).fill(bad)].join('\n'))
    expect(await answer).toBeUndefined()
  })
})
