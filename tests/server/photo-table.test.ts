import { expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { photoTable } from '#server/photos/archive/photo-table.ts'
import { answeredTurbine } from '../answered-turbine.ts'

function photo(fields: Partial<Photo>): Photo {
  return {
    ...{ originalName: 'a.jpg', category: 'drone', blade: null, room: null, year: 2026, month: 9, size: 5 },
    ...{ width: null, height: null, sha256: 'x', upload_date: '2026-09-01T00:00:00.000Z' },
    ...{ uploader_name: 'Ada Yel' },
    ...fields,
  } as Photo
}

const TURBINE = { ...answeredTurbine(1), turbine_name: '', code: 'T-07' }

function cells(fields: Partial<Photo>, turbine = TURBINE): string | undefined {
  return photoTable('en', turbine, [photo(fields)], ['a (2).jpg']).split('\r\n')[1]
}

it('has the name in the ZIP, the code of a turbine without a name, and empty cells for what is unknown', () => {
  expect(cells({})).toBe('a (2).jpg,T-07,Drone,,,2026,9,5,,,x,2026-09-01T00:00:00.000Z,Ada Yel')
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('turns %j into a text', (text) => {
  const cell = cells({ uploader_name: text, room: text })
  expect(cell).toContain(`'${text}`)
  expect(cell).not.toContain(`,${text}`)
  expect(cells({}, { ...TURBINE, turbine_name: text })).toContain(`'${text}`)
})

it.each([
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['say "a"', '"say ""a"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['Çeşme – ığdır', 'Çeşme – ığdır'],
])('writes %j as %j', (text, cell) => {
  expect(cells({ uploader_name: text })?.split('Z,')[1]).toBe(cell)
})

it.each([
  ['1', '1 (Root-WW)'],
  ['12', '12'],
  ['Göbek', 'Göbek'],
])('writes room %s as %s', (room, written) => {
  expect(cells({ room })).toContain(`,${written},2026`)
})

it('begins with a byte order mark and separates by semicolons in Turkish', () => {
  const table = photoTable('tr', TURBINE, [photo({})], ['a.jpg'])
  expect(table.startsWith('\uFEFFDosya;Türbin;')).toBe(true)
  expect(table.split('\r\n')).toHaveLength(3)
})
