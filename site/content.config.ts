import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'

const words = z.string().trim().min(1)

/** The pictures a feature can have; `Features.astro` draws them. */
const featureIcons = ['drone', 'panorama', 'compare', 'report', 'comment', 'roles'] as const

/** What search engines and shared links show of a page. */
const summary = { title: words.max(70), description: words.max(200) }

const slides = z.strictObject({ label: words, dot: words.includes('{n}'), pause: words, play: words })

const landing = z.strictObject({
  ...summary,
  hero: z.strictObject({ headline: words, text: words, action: words, contact: words, slides }),
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
  product: z.strictObject({ title: words, text: words }),
  features: z.strictObject({
    title: words,
    items: z.array(z.strictObject({ icon: z.enum(featureIcons), title: words, text: words })).min(1),
  }),
  technologies: z.strictObject({ title: words, items: z.array(words).min(1) }),
  partners: z.strictObject({ title: words, text: words, pause: words }),
  closing: z.strictObject({ title: words, text: words, action: words, contact: words }),
})

const about = z.strictObject({
  ...summary,
  headline: words,
  lead: words,
  picture: words,
  story: z.strictObject({ title: words, paragraphs: z.array(words).min(1) }),
  values: z.strictObject({
    title: words,
    items: z.array(z.strictObject({ title: words, text: words })).length(4),
  }),
  closing: z.strictObject({ title: words, text: words, action: words }),
})

const contact = z.strictObject({
  ...summary,
  headline: words,
  lead: words,
  form: z.strictObject({
    title: words,
    optional: words,
    reply: words,
    fields: z.strictObject({ name: words, email: words, phone: words, subject: words, message: words }),
    missing: z.strictObject({ name: words, subject: words, message: words }),
    wrong_email: words,
    submit: words,
    sending: words,
    sent: words,
    failed: words,
    needs_script: words,
    privacy: words,
  }),
  details: z.strictObject({
    title: words,
    hours: words,
    opening: z.array(z.strictObject({ days: words, hours: words })).min(1),
  }),
})

/** The categories of the questions, in the order they are shown; each stands as `?category=…` in addresses. */
const faqCategories = ['general', 'panorama', 'monitoring', 'support', 'pricing', 'security'] as const

const faqWords = z.strictObject({
  ...summary,
  headline: words,
  lead: words,
  search: words,
  category: words,
  all: words,
  categories: z.record(z.enum(faqCategories), words),
  shown: words
    .includes('{shown}', { error: 'say {shown} where the number of shown questions belongs' })
    .includes('{total}', { error: 'say {total} where the number of all questions belongs' }),
  empty: z.strictObject({ title: words, text: words, clear: words }),
  closing: z.strictObject({ title: words, text: words, action: words }),
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
    about,
    contact,
    faq: faqWords,
    privacy: z.strictObject({ ...summary, contents: words, updated: words }),
    footer: z.strictObject({
      claim: words,
      links: z.strictObject({ label: words, about: words, contact: words, faq: words, privacy: words }),
      email: words,
      phone: words,
      address: words,
      country: words,
    }),
    chat: z.strictObject({ tooltip: words, new_tab: words }),
    share: z.strictObject({ alt: words }),
    notices: z.strictObject({ not_found: notice, server_error: notice }),
    panel: z.strictObject({ loading: words, needs_script: words }),
  }),
})

const inBothLanguages = z.strictObject({ tr: words, en: words })

/** What the landing page shows: the pictures behind its headline, the panel, the partners' logos. */
const showcase = defineCollection({
  loader: glob({ base: './content', pattern: 'showcase.json' }),
  schema: ({ image }) =>
    z.strictObject({
      slides: z
        .array(
          z.strictObject({
            id: words,
            image: z.strictObject({ wide: image(), tall: image() }),
            alt: inBothLanguages,
          }),
        )
        .length(3),
      screens: z
        .array(
          z.strictObject({
            id: words,
            image: z.strictObject({
              tr: z.strictObject({ light: image(), dark: image() }),
              en: z.strictObject({ light: image(), dark: image() }),
            }),
            title: inBothLanguages,
            text: inBothLanguages,
            alt: inBothLanguages,
          }),
        )
        .length(3),
      partners: z
        .array(z.strictObject({ id: words, name: words, logo: image(), alt: inBothLanguages }))
        .length(7),
    }),
})

/** Who runs the portal. */
const company = defineCollection({
  loader: glob({ base: './content', pattern: 'company.json' }),
  schema: z.strictObject({
    name: words,
    email: z.email(),
    phone: z.string().regex(/^\+[\d ]+$/, 'write it as +90 232 000 00 00'),
    founded: z.int().min(1900),
    chat: z.strictObject({ link: z.url({ protocol: /^https$/ }), greeting: words }),
    address: z.strictObject({ street: words, district: words, postcode: words, city: words }),
  }),
})

/** The frequently asked questions, one file a question; the same file name in both languages is the same question. */
const faq = defineCollection({
  loader: glob({ base: './content/faq', pattern: '{tr,en}/*.md' }),
  schema: z.strictObject({
    question: words,
    category: z.enum(faqCategories),
    /** Smaller comes first within its category. */
    order: z.int(),
  }),
})

/** The privacy notice, one file a language; its sections begin with `##`. */
const privacy = defineCollection({
  loader: glob({ base: './content/privacy', pattern: '*.md' }),
  schema: z.strictObject({ title: words, summary: words, updated: z.date() }),
})

export const collections = { site, company, showcase, faq, privacy }
