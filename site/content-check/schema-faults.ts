import type { z } from 'astro/zod'
import type { Fault } from './fault.ts'

type Issue = z.core.$ZodIssue

/** Where a file does not fit its schema, in words for editors. */
export function schemaFaults(file: string, value: unknown, schema: z.ZodType): Fault[] {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return []
  return parsed.error.issues.flatMap((issue) => sentences(issue, value).map((each) => ({ file, ...each })))
}

function sentences(issue: Issue, root: unknown): { place: string | undefined; problem: string }[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      place: placeOf([...issue.path, key], root),
      problem: `there is no field "${key}"; correct its spelling or remove it`,
    }))
  return [{ place: placeOf(issue.path, root), problem: problemOf(issue, root) }]
}

/**
 * `['values', 'items', 0, 'text']` as `values.items 1.text`: editors count from one. An item of a list that has an id is named by it, as in
 * `types "pitting".measures`.
 *
 * @param root the value that the path is in
 */
export function placeOf(path: readonly PropertyKey[], root: unknown): string | undefined {
  if (path.length === 0) return undefined
  let value = root
  let place = ''
  for (const part of path) {
    value = (value as Record<PropertyKey, unknown> | undefined | null)?.[part]
    place += typeof part === 'number' ? ` ${nameOfItem(value) ?? part + 1}` : `.${String(part)}`
  }
  return place.replace(/^\./, '')
}

function nameOfItem(item: unknown): string | undefined {
  const id = (item as { id?: unknown } | undefined | null)?.id
  return typeof id === 'string' && id !== '' ? JSON.stringify(id) : undefined
}

function problemOf(issue: Issue, root: unknown): string {
  const { input } = issue
  if (isMissing(issue.path, root)) return 'the field is missing; add it'
  switch (issue.code) {
    case 'invalid_value':
      return `"${String(input)}" is not allowed here; write ${listOf(issue.values.map(String))}`
    case 'invalid_type':
      return `${JSON.stringify(input)} is not what belongs here; write ${NOUNS[issue.expected] ?? issue.expected}`
    case 'too_small':
      if (issue.origin === 'string') return 'the text is empty; write one'
      if (issue.origin === 'array') return `there are too few; give ${countOf(issue.minimum, issue.exact)}`
      return `${String(input)} is too small; write ${issue.minimum} or more`
    case 'too_big':
      if (issue.origin === 'string')
        return `the text has ${String(input).length} characters; shorten it to ${issue.maximum}`
      return `there are too many; give ${issue.exact ? '' : 'at most '}${issue.maximum}`
    default:
      return issue.message
  }
}

const NOUNS: Record<string, string> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  object: 'fields, as in the other language',
  array: 'a list, as in the other language',
  date: 'a date, as in 2026-11-01',
}

function countOf(minimum: number | bigint, isExact: boolean | undefined): string {
  return isExact ? `${minimum}` : `${minimum} or more`
}

function listOf(values: string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(values)
}

function isMissing(path: readonly PropertyKey[], root: unknown): boolean {
  let value = root
  for (const part of path) value = (value as Record<PropertyKey, unknown> | undefined)?.[part]
  return value === undefined
}
