import type { Finding } from '#domain/findings/finding.ts'
import { insertFinding, linkFinding } from '#server/features/findings/finding-queries.ts'
import { lockSerials, serialKey, setSerial } from '#server/features/findings/finding-serials.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { numberLines } from './number-lines.ts'
import type { NewLine } from './planned-line.ts'

/** @param added called for each new finding */
export async function addLines(
  db: Writer,
  turbineId: number,
  lines: readonly NewLine[],
  author: { user_id: number; user_name: string },
  added: (line: NewLine, id: number) => Promise<void>,
): Promise<void> {
  const places = [...new Map(lines.map(({ fields }) => [serialKey(fields), fields])).values()]
  const last = await lockSerials(db, turbineId, places)
  numberLines(lines, last)
  const ids = new Map<NewLine | Finding, number>()
  for (const line of lines) {
    await yieldToEventLoop()
    const id = await insertFinding(db, turbineId, line.fields, author, line.serial)
    ids.set(line, id)
    await added(line, id)
  }
  // Afterwards, because the earlier finding may be in a later line.
  for (const line of lines) {
    if (line.earlier === undefined) continue
    await yieldToEventLoop()
    const earlierId = 'becomes' in line.earlier ? ids.get(line.earlier) : line.earlier.id
    await linkFinding(db, ids.get(line) as number, earlierId as number)
  }
  for (const place of places) await setSerial(db, turbineId, place, last.get(serialKey(place)) as number)
}
