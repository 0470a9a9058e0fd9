import { z } from 'astro/zod'
import { holding, summary, words } from './content-fields.ts'

/** What the product does, by the question of an owner that it answers, in the order of the page. */
export const CAPABILITIES = {
  state: ['summary', 'fleet', 'findings', 'years'],
  source: ['upload', 'mark', 'panorama', 'cloud', 'review'],
  result: ['versions', 'report', 'dossier', 'exports', 'languages'],
  ground: ['formats', 'security', 'running'],
} as const
export type CapabilityGroup = keyof typeof CAPABILITIES
export type CapabilityId = (typeof CAPABILITIES)[CapabilityGroup][number]

/** Names with a number. Every other number comes from `domain/`, `content/findings/` or `docs/figures.json`, so that no editor types one. */
const NAMES = /360°|SHA-256|PostgreSQL \d+/g
const unnumbered = (text: z.ZodString) =>
  text.refine((written) => !/\d/.test(written.replace(NAMES, '')), {
    error: 'write no number; where one belongs, the text in the other language has its place in braces',
  })

const text = unnumbered(words)
const filled = (...values: string[]) => unnumbered(holding(...values))

/** A figure with what it says. */
const proof = z.strictObject({ figure: filled('{'), says: text })

const capability = z.strictObject({
  title: text,
  text,
  /** The description of the picture. */
  alt: text.optional(),
  proof: proof.optional(),
  link: text.optional(),
})

/** The texts of the page about the product in one language. */
export const productWordsSchema = z.strictObject({
  ...summary,
  kind: text,
  headline: text,
  lead: text,
  ask: text,
  example: text,
  contents: text,
  sources: z.strictObject({
    test: filled('{test}', '{day}'),
    bench: filled('{section}', '{cores}', '{day}'),
    code: filled('{file}'),
  }),
  groups: z.strictObject({ state: text, source: text, result: text, ground: text, prices: text }),
  capabilities: z.strictObject(
    Object.fromEntries(
      Object.values(CAPABILITIES).flatMap((ids) => ids.map((id) => [id, capability])),
    ) as Record<CapabilityId, typeof capability>,
  ),
  due: z.strictObject({
    caption: text,
    severity: text,
    time: text,
    months: z.strictObject({ one: filled('{n}'), other: filled('{n}') }),
    at_once: text,
    none: text,
  }),
  formats: z.strictObject({
    photos: text,
    clouds: text,
    reports: text,
    size: text,
    pixels: text,
    points: text,
    request: text,
    megabytes: filled('{n}'),
    megapixels: filled('{n}'),
    points_value: filled('{n}'),
    files: filled('{n}'),
    faq: text,
  }),
  prices: z.strictObject({
    title: text,
    text: filled('{percent}', '{days}'),
    plan: text,
    plans: z.strictObject({ starter: text, professional: text, enterprise: text }),
    monthly: text,
    yearly: filled('{percent}'),
    price: filled('{n}'),
    which: text,
    calculator: z.strictObject({
      title: text,
      turbines: text,
      yearly: filled('{percent}'),
      a_month: text,
      a_year: text,
      needs: filled('{min}', '{max}'),
    }),
  }),
  closing: z.strictObject({ title: text, text }),
})

export type ProductWords = z.infer<typeof productWordsSchema>
