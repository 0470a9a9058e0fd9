import { describe, expect, it } from 'vitest'
import { JSON_BODY_MAX } from '#domain/limits.ts'
import { decodeTable, readTableFile } from '#panel/frame/import/read-table-file.ts'

const TEXT = 'Yüzey;Açıklık'
const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))

describe('a table is read', () => {
  it.each([
    ['UTF-8', Uint8Array.from(Buffer.from(TEXT))],
    ['UTF-8 with a mark', Uint8Array.from(Buffer.from(`\uFEFF${TEXT}`))],
    ['Windows-1254', latin(TEXT.replaceAll('ı', 'ý'))],
    ['UTF-16', Uint8Array.from(Buffer.from(`\uFEFF${TEXT}`, 'utf16le'))],
    ['UTF-16 of the other order', Uint8Array.from(Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16())],
  ])('from %s', (_, bytes) => {
    expect(decodeTable(bytes)).toBe(TEXT)
  })
})

it('stays UTF-8 although another program has cut a letter', () => {
  const [cut, mark] = [Buffer.from('Ş').subarray(0, 1), Buffer.from('\uFEFF')]
  for (const parts of [
    [Buffer.from(TEXT), cut],
    [mark, Buffer.from(TEXT), cut],
  ])
    expect(decodeTable(Uint8Array.from(Buffer.concat(parts)))).toBe(`${TEXT}\uFFFD`)
})

it('takes no files that are larger than a request', async () => {
  const file = (content: BlobPart) => readTableFile(new File([content], 'x.csv'))
  const tooLarge = { name: 'x.csv', fault: 'too_large' }
  expect(await file('a'.repeat(JSON_BODY_MAX + 1))).toEqual(tooLarge)
  expect(await file('"'.repeat(JSON_BODY_MAX * 0.6))).toEqual(tooLarge)
  expect(await file('Kanat')).toEqual({ name: 'x.csv', csv: 'Kanat' })
})

it.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
  ['new.xlsx', latin('PK\u0003\u0004\0'), 'workbook'],
  ['sheet.ods', latin('PK\u0003\u0004\0'), 'workbook'],
  ['old.csv', latin('\xd0\xcf\x11\xe0\xa1'), 'workbook'],
  ['findings.zip', latin('PK\u0003\u0004\0'), 'archive'],
  ['report.pdf', '%PDF-1.7', 'pdf'],
  ['blade.jpg', latin('\xff\xd8\xff\xe0'), 'picture'],
  ['blade.png', latin('\x89PNG\r\n'), 'picture'],
  ['findings.geojson', '{"type":"FeatureCollection"}', 'json'],
  ['page.csv', '<!DOCTYPE html>', 'page'],
  ['unknown.csv', 'Kanat\0', 'other'],
  ['empty.csv', '', 'empty'],
  ['blank.csv', '\uFEFF \r\n', 'empty'],
])('says what %s is', async (name, content, fault) => {
  expect(await readTableFile(new File([content], name))).toEqual({ name, fault })
})
