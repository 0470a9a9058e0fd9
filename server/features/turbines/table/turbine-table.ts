import en from '#content/turbines/en.json' with { type: 'json' }
import tr from '#content/turbines/tr.json' with { type: 'json' }
import type { Language } from '#domain/text/language.ts'
import { capitalizePlace } from '#domain/text/turkish.ts'
import type { TurbineFields } from '#domain/turbine.ts'
import { csvBeginning, csvLines } from '#server/core/media/csv.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'

export const TURBINE_WORDS = { tr, en } as const

export type TurbineColumn = keyof typeof tr.columns
export const TURBINE_COLUMNS = Object.keys(tr.columns) as TurbineColumn[]

/** A turbine in a table. */
export type TurbineInTable = Omit<TurbineFields, 'company_id'> & { company_name: string }

/** The columns of our own file. Coordinates take one column, which no spreadsheet reads as a number. */
const WRITTEN = TURBINE_COLUMNS.filter((column) => column !== 'latitude' && column !== 'longitude')

/** The turbines as CSV, one line each. `POST /turbines/import` reads it, in both languages. */
export async function turbineTable(language: Language, turbines: readonly TurbineInTable[]): Promise<string> {
  const { columns } = TURBINE_WORDS[language]
  const head = csvBeginning(
    language,
    WRITTEN.map((column) => columns[column]),
  )
  const lines = await mapInTurns(turbines, (turbine) =>
    csvLines(language, [WRITTEN.map((column) => valueIn(language, column, turbine))]),
  )
  return head + lines.join('')
}

/** A turbine's text in a column; empty for no value. */
export function cellText(language: Language, column: TurbineColumn, turbine: TurbineInTable): string {
  const value = valueIn(language, column, turbine)
  if (typeof value !== 'number') return value ?? ''
  return language === 'tr' ? String(value).replace('.', ',') : String(value)
}

function valueIn(language: Language, column: TurbineColumn, turbine: TurbineInTable): string | number | null {
  switch (column) {
    case 'company':
      return turbine.company_name
    case 'city':
      return capitalizePlace(turbine.city)
    case 'status':
      return TURBINE_WORDS[language].statuses[turbine.status]
    case 'coordinates':
      // With a blank: a spreadsheet would read `38,27` as a number.
      return turbine.coordinates?.replace(',', ', ') ?? null
    case 'latitude':
    case 'longitude':
      return null
    default:
      return turbine[column]
  }
}
