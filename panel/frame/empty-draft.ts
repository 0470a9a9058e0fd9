import * as z from 'zod'

/** The fields of a draft that have a value. */
type Values<Draft extends z.ZodObject> = {
  [Name in keyof z.output<Draft>]?: Exclude<z.output<Draft>[Name], undefined>
}

/** The initial values of a form that adds a record: the defaults of the API, and an empty text for each required text. */
export function emptyDraft<Draft extends z.ZodObject>(draft: Draft): Values<Draft> {
  const values = Object.entries(draft.shape).flatMap(([name, field]) => {
    const missing = z.safeParse(field, undefined)
    if (missing.success) return missing.data === undefined ? [] : [[name, missing.data]]
    return field instanceof z.ZodString ? [[name, '']] : []
  })
  return Object.fromEntries(values) as Values<Draft>
}
