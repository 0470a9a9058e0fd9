import { expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { photoTable, turbineName } from '#server/features/photos/archive/photo-table.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'

function photo(fields: Partial<Photo>): Photo {
  return {
    originalName: 'a.jpg',
    category: 'drone',
    blade: null,
    room: null,
    year: 2026,
    month: 9,
    size: 5,
    width: null,
    height: null,
    sha256: 'x',
    upload_date: '2026-09-01T00:00:00.000Z',
    uploader_name: 'Ada Yel',
    ...fields,
  } as Photo
}

const TURBINE = { ...answeredTurbine(1), turbine_name: '', code: 'T-07' }

async function cells(fields: Partial<Photo>, turbine = TURBINE): Promise<string | undefined> {
  return (await photoTable('en', turbineName(turbine), [photo(fields)], ['a (2).jpg'])).split('\r\n')[1]
}

it('has the name in the ZIP, the code of a turbine without a name, and empty cells for what is unknown', async () => {
  expect(await cells({})).toBe('a (2).jpg,T-07,Drone,,,2026,9,5,,,x,2026-09-01T00:00:00.000Z,Ada Yel')
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('turns %j into a text', async (text) => {
  const cell = await cells({ uploader_name: text, room: text })
  expect(cell).toContain(`'${text}`)
  expect(cell).not.toContain(`,${text}`)
  expect(await cells({}, { ...TURBINE, turbine_name: text })).toContain(`'${text}`)
})

it.each([
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['say "a"', '"say ""a"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['Çeşme – ığdır', 'Çeşme – ığdır'],
])('writes %j as %j', async (text, cell) => {
  expect((await cells({ uploader_name: text }))?.split('Z,')[1]).toBe(cell)
})

it.each([
  ['1', '1 (Root-WW)'],
  ['12', '12'],
  ['Göbek', 'Göbek'],
])('writes room %s as %s', async (room, written) => {
  expect(await cells({ room })).toContain(`,${written},2026`)
})

it('begins with a byte order mark and separates by semicolons in Turkish', async () => {
  const table = await photoTable('tr', 'T-07', [photo({})], ['a.jpg'])
  expect(table.startsWith('\uFEFFDosya;Türbin;')).toBe(true)
  expect(table.split('\r\n')).toHaveLength(3)
})
