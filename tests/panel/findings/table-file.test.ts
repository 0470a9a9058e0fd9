import { describe, expect, it } from 'vitest'
import { JSON_BODY_MAX } from '#domain/limits.ts'
import { decodeTable, readTableFile } from '#panel/findings/import/read-table-file.ts'

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

it('takes no workbooks, and no files that are larger than a request', async () => {
  const file = (content: BlobPart) => readTableFile(new File([content], 'x.csv'))
  expect(await file('PK\u0003\u0004\0')).toBe('no_text')
  expect(await file('a'.repeat(JSON_BODY_MAX + 1))).toBe('too_large')
  expect(await file('"'.repeat(JSON_BODY_MAX * 0.6))).toBe('too_large')
  expect(await file('Kanat')).toEqual({ name: 'x.csv', csv: 'Kanat' })
})
