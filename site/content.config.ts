import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'

const words = z.string().trim().min(1)

/** The pictures a feature can have; `Features.astro` draws them. */
const featureIcons = ['drone', 'panorama', 'compare', 'report', 'comment', 'roles'] as const

const landing = z.strictObject({
  title: words.max(70),
  description: words.max(200),
  hero: z.strictObject({ headline: words, text: words, action: words, contact: words, picture: words }),
  figures: z.strictObject({
    title: words,
    items: z.array(z.strictObject({ value: words.max(8), label: words })).length(4),
  }),
  record: z.strictObject({
    title: words,
    text: words,
    room_ends: z.tuple([words, words, words]),
    drawing: words,
    note: words,
  }),
  features: z.strictObject({
    title: words,
    items: z.array(z.strictObject({ icon: z.enum(featureIcons), title: words, text: words })).min(1),
  }),
  technologies: z.strictObject({ title: words, items: z.array(words).min(1) }),
  closing: z.strictObject({ title: words, text: words, action: words, contact: words }),
})

const notice = z.strictObject({ title: words, text: words, action: words })

/** Every word of the public pages, one file a language. */
const site = defineCollection({
  loader: glob({ base: './content/site', pattern: '*.json' }),
  schema: z.strictObject({
    skip: words,
    menu: z.strictObject({
      label: words,
      home: words,
      contact: words,
      login: words,
      twin: words,
      twin_short: words,
    }),
    landing,
    footer: z.strictObject({
      claim: words,
      contact: words,
      email: words,
      phone: words,
      address: words,
      country: words,
      hours: words,
      opening: z.array(z.strictObject({ days: words, hours: words })).min(1),
    }),
    notices: z.strictObject({ not_found: notice, server_error: notice }),
    panel: z.strictObject({ loading: words, needs_script: words }),
  }),
})

/** Who runs the portal. */
const company = defineCollection({
  loader: glob({ base: './content', pattern: 'company.json' }),
  schema: z.strictObject({
    name: words,
    email: z.email(),
    phone: z.string().regex(/^\+[\d ]+$/, 'write it as +90 232 000 00 00'),
    address: z.strictObject({ street: words, district: words, postcode: words, city: words }),
  }),
})

export const collections = { site, company }
