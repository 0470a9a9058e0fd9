import en from '#content/findings/en.json' with { type: 'json' }
import tr from '#content/findings/tr.json' with { type: 'json' }
import type { FindingFields } from '#domain/findings/finding.ts'
import type { Language } from '#domain/text/language.ts'
import { csvBeginning, csvLines } from '#server/core/media/csv.ts'
import { typeName } from '#server/features/findings/finding-types.ts'
import type { FiledFinding } from './finding-pages.ts'

export const FINDING_WORDS = { tr, en } as const

export type FindingColumn = keyof typeof tr.columns

const COLUMNS = Object.keys(tr.columns) as FindingColumn[]

/** The findings as CSV, one line each, in parts. `POST …/findings/import` reads it, in both languages. */
export async function* findingTable(
  language: Language,
  pages: AsyncIterable<FiledFinding[]>,
): AsyncGenerator<string, undefined> {
  const { columns } = FINDING_WORDS[language]
  yield csvBeginning(
    language,
    COLUMNS.map((column) => columns[column]),
  )
  for await (const page of pages) {
    yield csvLines(
      language,
      page.map((each) => {
        const line = lineOf(language, each)
        return COLUMNS.map((column) => line[column])
      }),
    )
  }
}

function lineOf(
  language: Language,
  { finding, photo, earlier }: FiledFinding,
): Record<FindingColumn, string | number | null> {
  return {
    ...finding,
    turbine: finding.turbine_name || finding.turbine_code,
    earlier,
    ...wordsOf(language, finding, photo?.name ?? null),
  }
}

/** Values with other words than the field has. */
function wordsOf(language: Language, fields: FindingFields, photo: string | null) {
  const { ungraded, statuses } = FINDING_WORDS[language]
  return {
    type: typeName(fields.type, language),
    severity: fields.severity ?? ungraded,
    place: placeText(language, fields),
    status: statuses[fields.status],
    photo,
  }
}

/** A finding's text in a column; empty for no value. @param photo the name of its photo */
export function cellText(
  language: Language,
  column: Exclude<FindingColumn, 'turbine' | 'number' | 'earlier'>,
  fields: FindingFields,
  photo: string | null,
): string {
  const value = { ...fields, ...wordsOf(language, fields, photo) }[column as keyof FindingFields]
  if (typeof value === 'number') return metres(language, value)
  return value === null || value === undefined ? '' : String(value)
}

function metres(language: Language, value: number): string {
  return language === 'tr' ? String(value).replace('.', ',') : String(value)
}

/** `34,6–37,1` for a range, `21,2; 22,2` for single places. */
function placeText(language: Language, { from_m, to_m, positions_m }: FindingFields): string | number | null {
  if (positions_m.length > 1) return positions_m.map((value) => metres(language, value)).join('; ')
  if (from_m === null || to_m === null || to_m === from_m) return from_m
  return `${metres(language, from_m)}–${metres(language, to_m)}`
}
