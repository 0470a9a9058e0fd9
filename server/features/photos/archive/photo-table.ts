import en from '#content/archive/en.json' with { type: 'json' }
import tr from '#content/archive/tr.json' with { type: 'json' }
import { type Photo, roomLabel } from '#domain/photo.ts'
import type { Language } from '#domain/text/language.ts'
import type { Turbine } from '#domain/turbine.ts'
import { csvBeginning, csvLines } from '#server/core/media/csv.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'

export const ARCHIVE_WORDS = { tr, en } as const

/** The photo data as CSV, one line each. @param names their names in the ZIP */
export async function photoTable(
  language: Language,
  turbine: string,
  photos: readonly Photo[],
  names: readonly string[],
): Promise<string> {
  const { columns, categories } = ARCHIVE_WORDS[language]
  const keys = Object.keys(columns) as (keyof typeof columns)[]
  const lines = await mapInTurns(photos, (photo, index) => {
    const line: Record<keyof typeof columns, string | number | null> = {
      name: names[index] ?? '',
      turbine,
      category: categories[photo.category],
      blade: photo.blade,
      room: roomText(photo.room),
      year: photo.year,
      month: photo.month,
      size: photo.size,
      width: photo.width,
      height: photo.height,
      sha256: photo.sha256,
      uploaded_at: photo.upload_date,
      uploader: photo.uploader_name,
    }
    return csvLines(language, [keys.map((key) => line[key])])
  })
  return csvBeginning(language, Object.values(columns)) + lines.join('')
}

export function turbineName({ turbine_name, code }: Pick<Turbine, 'turbine_name' | 'code'>): string {
  return turbine_name || code
}

/** `3 (Tip-WW)` for a labelled room, otherwise the room as typed. */
function roomText(room: string | null): string | null {
  const label = room === null ? undefined : roomLabel(room)
  return label === undefined ? room : `${room} (${label})`
}
