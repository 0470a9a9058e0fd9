import type * as z from 'zod'

/** A schema with its own name in the documentation. */
export interface Named {
  name: string
  schema: z.ZodType
  example?: unknown
}

export function named<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  example?: z.input<Schema>,
): Named {
  return { name, schema, example }
}
