import { numberAt } from '#domain/findings/finding-rules.ts'
import { serialKey } from '#server/features/findings/finding-serials.ts'
import type { NewLine } from './planned-line.ts'

/** The greatest serial that a finding keeps: a file must not use up a turbine's numbers. */
const KEPT_SERIAL_MAX = 99_999

/**
 * Assigns serials to the new findings. A finding keeps the number of its line unless the turbine has ever used it.
 *
 * @param last the last serial of each place, by `serialKey`; updated with the new findings
 */
export function numberLines(lines: readonly NewLine[], last: Map<string, number>): void {
  const kept = new Set<string>()
  const greatest = new Map(last)
  for (const line of lines) {
    const serial = serialOf(line)
    if (serial === undefined) continue
    const key = serialKey(line.fields)
    const number = numberAt(line.fields, serial)
    if (serial <= (last.get(key) ?? 0) || kept.has(number)) {
      line.remarks.push({ column: 'number', code: 'number_given' })
      continue
    }
    kept.add(number)
    line.serial = serial
    greatest.set(key, Math.max(serial, greatest.get(key) ?? 0))
  }
  for (const line of lines) {
    if (line.serial !== 0) continue
    const key = serialKey(line.fields)
    line.serial = (greatest.get(key) ?? 0) + 1
    greatest.set(key, line.serial)
  }
  for (const [key, serial] of greatest) last.set(key, serial)
}

/** The serial in the line's number; undefined if it is no number such as `A-LE-001` of its blade and side. */
function serialOf({ fields, read }: NewLine): number | undefined {
  const serial = Number(/-(\d{3,5})$/.exec(read.number ?? '')?.[1] ?? 0)
  const isKept = serial > 0 && serial <= KEPT_SERIAL_MAX
  return isKept && numberAt(fields, serial) === read.number ? serial : undefined
}
