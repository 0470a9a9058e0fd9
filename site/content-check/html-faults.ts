import type { Fault } from './fault.ts'
import { placeOf } from './schema-faults.ts'

/** HTML in texts that are shown as they stand, with its signs. */
export function htmlFaults(file: string, root: unknown): Fault[] {
  return faultsBelow(file, root, root, [])
}

function faultsBelow(file: string, root: unknown, value: unknown, path: (string | number)[]): Fault[] {
  if (typeof value === 'string') {
    const [tag] = /<[/!]?[a-z][^>]*>|<!--/i.exec(value) ?? []
    if (tag === undefined) return []
    return [{ file, place: placeOf(path, root), problem: `"${tag}" would be shown as it stands; remove it` }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    faultsBelow(file, root, inner, [...path, Array.isArray(value) ? Number(name) : name]),
  )
}
