import { foldForSearch } from '#domain/text/turkish.ts'

/** The rows that contain every word of `query` in their texts. */
export function searchRows<Row>(rows: Row[], query: string, textsOf: (row: Row) => string[]): Row[] {
  const words = foldForSearch(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const folded = foldForSearch(textsOf(row).join(' \n '))
    return words.every((word) => folded.includes(word))
  })
}
