/**
 * Walks the schemas of everything that a request brings. A text or a list without a maximum that is checked first would let one request
 * stop the server for everybody.
 */
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { FindingDraft } from '#domain/findings/finding.ts'
import { rawText } from '#domain/text/text.ts'
import { calls } from '#server/start/app.ts'
import { growth } from '../../support/time/growth.ts'

type Schema = z.core.$ZodTypes
type Check = z.core.$ZodChecks

/** Schemas whose values have a size that does not depend on the request. */
const SMALL = ['number', 'boolean', 'enum', 'literal', 'null', 'undefined', 'never', 'transform']

const checksOf = ({ _zod: { def } }: Schema) => (def.checks ?? []).map((check) => (check as Check)._zod.def)

function isLimitedText(schema: Schema): boolean {
  const [first] = checksOf(schema)
  return first?.check === 'max_length' && first.abort === true
}

/** Zod checks the sizes that stand at the beginning before it looks at the items. */
function isLimitedList(schema: Schema): boolean {
  const checks = checksOf(schema).map(({ check }) => check)
  const sizes = checks.slice(0, checks.findIndex((check) => !check.endsWith('_length')) >>> 0)
  return sizes.includes('max_length')
}

/** The texts of a schema, and what in it has no maximum. @param piped true if a text with a maximum comes before the schema */
function walk(schema: z.ZodType | z.core.$ZodType, path: string, piped = false): Found {
  const type = schema as Schema
  const { def } = type._zod
  const unlimited = (what: string): Found => ({ texts: [], unlimited: [`${path} ${what}`] })
  switch (def.type) {
    case 'string':
      if (!piped && !isLimitedText(type)) return unlimited('is a text whose maximum is not checked first')
      return { texts: piped ? [] : [schema as z.ZodType], unlimited: [] }
    case 'array':
      return join(isLimitedList(type) ? NOTHING : unlimited('is a list without a maximum'), [
        walk(def.element, `${path}[]`),
      ])
    case 'object':
      return join(
        def.catchall && def.catchall._zod.def.type !== 'never' ? unlimited('takes any fields') : NOTHING,
        Object.entries(def.shape).map(([name, field]) => walk(field, `${path}.${name}`)),
      )
    case 'tuple':
      return join(
        def.rest ? unlimited('is a list without a maximum') : NOTHING,
        def.items.map((item) => walk(item, `${path}[]`)),
      )
    case 'union':
      return join(
        NOTHING,
        def.options.map((option) => walk(option, path, piped)),
      )
    case 'pipe': {
      const before = walk(def.in, path, piped)
      return join(before, [walk(def.out, path, before.texts.length > 0)])
    }
    case 'optional':
    case 'nullable':
    case 'default':
      return walk(def.innerType, path, piped)
    default:
      return SMALL.includes(def.type) ? NOTHING : unlimited(`is of the kind ${def.type}`)
  }
}

interface Found {
  texts: z.ZodType[]
  unlimited: string[]
}
const NOTHING: Found = { texts: [], unlimited: [] }

function join(first: Found, others: Found[]): Found {
  const all = [first, ...others]
  return { texts: all.flatMap(({ texts }) => texts), unlimited: all.flatMap(({ unlimited }) => unlimited) }
}

const found = join(
  walk(FindingDraft, 'a line of an import'),
  calls.flatMap(({ method, path, inputs }) =>
    inputs.map(({ target, schema }) => walk(schema, `${method} ${path} ${target}`)),
  ),
)

describe('every text and every list of a request', () => {
  it('has a maximum that is checked before anything else', () => {
    expect(found.unlimited).toEqual([])
    expect(found.texts.length).toBeGreaterThan(100)
  })

  it.each([
    ['a text', z.string()],
    ['a text with a pattern before its maximum', z.string().regex(/x/).max(5)],
    ['a text that is read although it is too long', z.string().max(5).regex(/x/)],
    ['a text that is changed first', z.string().trim().max(5)],
    ['an e-mail address', z.email().max(5)],
    ['a list', z.array(z.int())],
    ['a list with a rule before its maximum', z.array(z.int()).refine(Boolean).max(5)],
    ['a text in a list', z.array(z.string()).max(5)],
    ['an optional text', z.object({ name: z.string().nullable().default('') })],
    ['a text after a choice', z.union([z.literal(''), z.string()])],
    ['a preprocessed text', z.preprocess(Boolean, z.string())],
    ['free fields', z.record(rawText(5), z.int())],
    ['further fields', z.looseObject({})],
    ['anything', z.unknown()],
  ])('is found if it is %s without one', (_, schema) => {
    expect(walk(schema, '').unlimited).toHaveLength(1)
  })

  it.each([
    ['marks in the wrong order', (size: number) => `a${'\u0300'.repeat(size)}${'\u0316'.repeat(size)}`],
    ['spaces', (size: number) => `1${' '.repeat(size)}x`],
    ['numbers', (size: number) => '1 '.repeat(size)],
    ['dots', (size: number) => `${'.'.repeat(size)}@`],
  ])('is refused by its length if it has many %s', async (_, textOf) => {
    const readAll = (size: number) => {
      const text = textOf(size)
      for (const schema of found.texts) schema.safeParse(text)
    }
    expect(await growth(readAll, 4000)).toBeLessThan(3)
  })
})
