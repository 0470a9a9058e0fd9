import en from '#content/findings/en.json' with { type: 'json' }
import tr from '#content/findings/tr.json' with { type: 'json' }
import type { Finding } from '#domain/findings/finding.ts'
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
  const { ungraded, statuses } = FINDING_WORDS[language]
  return {
    ...finding,
    turbine: finding.turbine_name || finding.turbine_code,
    type: typeName(finding.type, language),
    severity: finding.severity ?? ungraded,
    place: placeText(language, finding),
    status: statuses[finding.status],
    photo: photo?.name ?? null,
    earlier,
  }
}

/** `34,6–37,1` for a range, `21,2; 22,2` for single places. */
function placeText(language: Language, { from_m, to_m, positions_m }: Finding): string | number | null {
  const metres = (value: number) => (language === 'tr' ? String(value).replace('.', ',') : String(value))
  if (positions_m.length > 1) return positions_m.map(metres).join('; ')
  if (from_m === null || to_m === null || to_m === from_m) return from_m
  return `${metres(from_m)}–${metres(to_m)}`
}
