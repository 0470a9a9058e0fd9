import * as z from 'zod'

/** A JSON Schema of the 2020-12 draft, which OpenAPI 3.1 uses. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

const REF = '#/components/schemas/'

/**
 * The JSON Schemas of these zod schemas, by name. They refer to each other as components of an OpenAPI document.
 *
 * @param side `input` for what clients send, `output` for what the server answers
 * @throws Error for a schema that JSON Schema cannot express, such as a transform without a schema of its result
 */
export function jsonSchemas(
  schemas: { name: string; schema: z.ZodType }[],
  side: 'input' | 'output',
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const { name, schema } of schemas) registry.add(schema, { id: name })
  const made = z.toJSONSchema(registry, { io: side, uri: (id) => REF + id }).schemas
  return Object.fromEntries(Object.entries(made).map(([name, schema]) => [name, plain(schema)]))
}

/** The JSON Schema of one zod schema that has no name of its own. */
export function jsonSchema(schema: z.ZodType, side: 'input' | 'output'): JsonSchema {
  return plain(z.toJSONSchema(schema, { io: side }))
}

/** Removes what does not help a reader: ids, and patterns and limits that the format or the type already implies. */
function plain(schema: JsonSchema): JsonSchema {
  const { $schema: _, $id, id, ...rest } = schema
  // The patterns of this project are as long as what they match.
  if (rest.format !== undefined || rest.pattern !== undefined) delete rest.maxLength
  if (rest.format !== undefined) delete rest.pattern
  if (rest.minimum === Number.MIN_SAFE_INTEGER) delete rest.minimum
  if (rest.maximum === Number.MAX_SAFE_INTEGER) delete rest.maximum
  if (rest.items) rest.items = plain(rest.items as JsonSchema)
  if (rest.properties) {
    rest.properties = Object.fromEntries(
      Object.entries(rest.properties).map(([name, value]) => [name, plain(value as JsonSchema)]),
    )
  }
  const [first, second, ...others] = (rest.anyOf ?? []).map((one) => plain(one as JsonSchema))
  if (first && second) rest.anyOf = [first, second, ...others]
  const isNullable = others.length === 0 && second?.type === 'null' && first?.type !== undefined
  if (!isNullable || !first) return rest
  delete rest.anyOf
  return {
    ...first,
    ...rest,
    type: [first.type, 'null'] as never,
    ...(first.enum && { enum: [...first.enum, null] }),
  }
}
