import { z } from 'astro/zod'
import { holding, summary, words } from './content-fields.ts'

/** The texts of the example inspection in one language. */
export const exampleWordsSchema = z.strictObject({
  ...summary,
  kind: words,
  headline: holding('{turbine}', '{year}'),
  lead: words,
  version: holding('{version}', '{day}'),
  blade: holding('{metres}'),
  letters: words,
  of_year: holding('{year}'),
  figures: z.strictObject({ findings: words, grown: holding('{year}'), due: words }),
  report: words,
  file: holding('{size}'),
  ask: words,
  hint: words,
  severities: words,
  facts: z.strictObject({ severity: words, due: words, status: words, found: words }),
  no_due: words,
  since: holding('{year}', '{change}'),
  years: words,
  photo_of_year: holding('{number}', '{year}'),
  of_earlier: holding('{year}'),
  closing: z.strictObject({ title: words, text: words }),
})
