import type { Fault } from './fault.ts'
import { placeOf } from './schema-faults.ts'

/** HTML in texts that are shown as they stand, with its signs. */
export function htmlFaults(file: string, value: unknown, path: (string | number)[] = []): Fault[] {
  if (typeof value === 'string') {
    const [tag] = /<[/!]?[a-z][^>]*>|<!--/i.exec(value) ?? []
    if (tag === undefined) return []
    return [{ file, place: placeOf(path), problem: `"${tag}" would be shown as it stands; remove it` }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    htmlFaults(file, inner, [...path, Array.isArray(value) ? Number(name) : name]),
  )
}
