import type { z } from 'astro/zod'
import { FindingTypes } from '#domain/findings/finding-type.ts'
import type { ContentFolder } from './content-files.ts'
import type { Fault } from './fault.ts'
import { htmlFaults } from './html-faults.ts'
import { readJson } from './json-file.ts'
import { placeOf, schemaFaults } from './schema-faults.ts'

/** Reads a JSON file that both languages share. Without a value if it is missing or cannot be read. */
export function readSingle(folder: ContentFolder, file: string): { value?: unknown; faults: Fault[] } {
  if (!folder.has(file)) return { faults: [] }
  const { text, faults } = folder.readText(file)
  return faults.length > 0 ? { faults } : readJson(file, text)
}

/** Faults of a JSON file that both languages share. */
export function singleFaults(
  folder: ContentFolder,
  file: string,
  schema: z.ZodType,
  more: (file: string, value: unknown) => Fault[] = () => [],
): Fault[] {
  const { value, faults } = readSingle(folder, file)
  if (value === undefined) return faults
  return [...faults, ...schemaFaults(file, value, schema), ...htmlFaults(file, value), ...more(file, value)]
}

/** Slides or partners with the same id. */
export function repeatedIds(file: string, value: unknown): Fault[] {
  return Object.entries(value ?? {}).flatMap(([list, items]) => {
    const ids = Array.isArray(items) ? items.map((item) => item?.id) : []
    return ids.flatMap((id, index) =>
      id !== undefined && ids.indexOf(id) < index
        ? [
            {
              file,
              place: placeOf([list, index, 'id'], value),
              problem: `"${id}" is taken already; write another one`,
            },
          ]
        : [],
    )
  })
}

/** Types of findings whose family is not in the list of families. */
export function unknownFamilies(file: string, value: unknown): Fault[] {
  const parsed = FindingTypes.safeParse(value)
  if (!parsed.success) return []
  const known = new Set(parsed.data.families.map(({ id }) => id))
  return parsed.data.types.flatMap(({ family }, index) =>
    known.has(family)
      ? []
      : [
          {
            file,
            place: placeOf(['types', index, 'family'], value),
            problem: `there is no family "${family}"; write the id of one`,
          },
        ],
  )
}
