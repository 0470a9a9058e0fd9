import type { ByteRange } from '#server/infrastructure/store/file-store.ts'

/**
 * The byte range of a `Range` header, both ends inclusive. Undefined without a range or with several; the whole file is then sent.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-14.1.2
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [, first = '', last = ''] = match
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined
  return start >= size || start > end ? 'unsatisfiable' : { start, end }
}
