import type { Preview } from './imported-line.ts'

/** All cells of a column that are refused for the same reason. */
export interface Refusal {
  column: string
  /** The sentence about them. */
  message: string
  /** What they say, each text once. */
  values: string[]
  /** What may stand there; undefined for a column without a list. */
  allowed: string[] | undefined
  /** The lines of the file, ascending. */
  lines: number[]
}

/** Why lines are refused, each reason once, in the order of the first line that has it. */
export function groupRefusals({ lines, allowed }: Preview): Refusal[] {
  const lists = new Map(allowed.map(({ column, values }) => [column, values]))
  const groups = new Map<string, Refusal>()
  for (const { line, becomes, remarks } of lines) {
    if (becomes !== 'refused') continue
    for (const { column, message, value } of remarks) {
      const key = JSON.stringify([column, message])
      const group = groups.get(key) ?? {
        column,
        message,
        values: [],
        allowed: value === undefined ? undefined : lists.get(column),
        lines: [],
      }
      groups.set(key, group)
      if (value !== undefined && !group.values.includes(value)) group.values.push(value)
      if (group.lines.at(-1) !== line) group.lines.push(line)
    }
  }
  return [...groups.values()]
}

/** `[3, 4, 5, 9]` as `['3–5', '9']`. */
export function rangesOf(lines: readonly number[]): string[] {
  const ranges: [number, number][] = []
  for (const line of lines) {
    const last = ranges.at(-1)
    if (last && line === last[1] + 1) last[1] = line
    else ranges.push([line, line])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
}
