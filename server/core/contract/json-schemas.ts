import * as z from 'zod'

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

const REF = '#/components/schemas/'

/**
 * The JSON Schemas of these zod schemas, by name. They reference each other as OpenAPI components.
 *
 * @param side `input` for requests, `output` for answers
 * @throws Error for a schema that JSON Schema cannot express, such as a transform without a result schema
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

/** The JSON Schema of one unnamed zod schema. */
export function jsonSchema(schema: z.ZodType, side: 'input' | 'output'): JsonSchema {
  return plain(z.toJSONSchema(schema, { io: side }))
}

/** Removes noise: ids, and patterns and limits that the format or type implies. */
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
