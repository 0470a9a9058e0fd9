/** What is easily forgotten when a record gets a field. The calls say which fields there are, so nothing here names one. */
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import texts from '#content/panel/tr.json' with { type: 'json' }
import { RECORD_KINDS, RECORDS } from '#domain/records.ts'
import { labelOf } from '#panel/audit/audit-words.ts'
import { calls } from '#server/start/app.ts'

/** The fields of the JSON body of each call with the action `<kind>.<verb>`. */
function fieldsOf(verb: 'add' | 'edit') {
  return RECORD_KINDS.flatMap((kind) =>
    calls
      .filter(({ action }) => action === `${kind}.${verb}`)
      .flatMap(({ method, path, inputs }) =>
        inputs
          .filter(({ target }) => target === 'json')
          .flatMap(({ schema }) => (schema instanceof z.ZodDiscriminatedUnion ? schema.options : [schema]))
          .flatMap((schema) =>
            Object.entries((schema as z.ZodObject).shape).map(([field, rule]) => ({
              kind,
              call: `${method} ${path}`,
              field,
              rule,
            })),
          ),
      ),
  )
}

const accepts = (rule: z.core.$ZodType, value: unknown) => z.safeParse(rule, value).success

/** The text of a file is no field of a record. */
const fieldsToAdd = fieldsOf('add').filter(({ field }) => field !== 'csv')

describe.each(fieldsToAdd)('$field of $call', ({ rule }) => {
  it('may be missing if it may be empty, so that a new field is not required of other programs', () => {
    const mayBeEmpty = accepts(rule, '') || accepts(rule, null)
    expect(accepts(rule, undefined) || !mayBeEmpty).toBe(true)
  })
})

describe.each(fieldsOf('edit'))('$field of $call', ({ kind, field }) => {
  it('has a label in the activity screen', () => {
    expect(labelOf(kind, field, texts)).toBeTypeOf('string')
  })
})

it('finds the fields of all kinds that are changed by a form', () => {
  const changed = RECORD_KINDS.filter((kind) => 'edit' in RECORDS[kind].changes)
  expect([...new Set(fieldsOf('edit').map(({ kind }) => kind))]).toEqual(changed)
  expect(fieldsOf('add').map(({ call }) => call)).toContain('POST /api/turbines')
})
