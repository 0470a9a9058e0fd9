import { z } from 'astro/zod'
import { holding, summary, words } from './content-fields.ts'

// The schemas of the files of `content/`. The site reads the files with them, and `npm run content` checks them.

/** A step of the landing page, with the description of its picture. */
const step = { title: words, text: words, alt: words }

const slides = z.strictObject({
  label: words,
  dot: words.includes('{n}', { error: 'write {n} where the number of the picture belongs' }),
  pause: words,
  play: words,
})

const landing = z.strictObject({
  ...summary,
  hero: z.strictObject({ headline: words, text: words, action: words, slides }),
  figures: z.strictObject({
    title: words,
    items: z.array(z.strictObject({ value: words.max(8), label: words })).length(4),
  }),
  steps: z.strictObject({
    title: words,
    text: words,
    mark: z.strictObject(step),
    years: z.strictObject(step),
    review: z.strictObject(step),
    summary: z.strictObject({ ...step, report: words }),
    proof: z.strictObject(step),
    loop: z.strictObject({ pause: words, play: words }),
    product: words,
    example: words,
  }),
  technologies: z.strictObject({ title: words, items: z.array(words).min(1) }),
  partners: z.strictObject({ title: words, text: words, pause: words }),
  closing: z.strictObject({ title: words, text: words, action: words }),
})

/** A step of an inspection. `time` continues the sentence that its time begins, such as "24 hours". */
const courseStep = { title: words, text: words, time: words }

const course = z.strictObject({
  title: words,
  text: words,
  steps: z.strictObject({
    prepare: z.strictObject(courseStep),
    upload: z.strictObject(courseStep),
    mark: z.strictObject(courseStep),
    review: z.strictObject(courseStep),
    publish: z.strictObject({ ...courseStep, when: words, time: holding('{n}') }),
    decide: z.strictObject({ ...courseStep, text: holding('{early}', '{late}') }),
    repeat: z.strictObject(courseStep),
  }),
  at_once: words,
})

const about = z.strictObject({
  ...summary,
  headline: words,
  lead: words,
  picture: words,
  story: z.strictObject({ title: words, paragraphs: z.array(words).min(1) }),
  course,
  values: z.strictObject({
    title: words,
    items: z.array(z.strictObject({ title: words, text: words })).min(1),
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
    /** The subject for those who come to ask for a demo. */
    demo_subject: words,
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

/** The categories of the questions in their order on the page; the address has them as `?category=…`. */
export const faqCategories = ['general', 'panorama', 'monitoring', 'support', 'pricing', 'security'] as const

const faqWords = z.strictObject({
  ...summary,
  headline: words,
  lead: words,
  search: words,
  category: words,
  all: words,
  categories: z.record(z.enum(faqCategories), words),
  shown: z.strictObject({
    one: words,
    other: words.includes('{n}', { error: 'write {n} where the number of shown questions belongs' }),
  }),
  empty: z.strictObject({ title: words, text: words, clear: words }),
  closing: z.strictObject({ title: words, text: words, action: words }),
})

const notice = z.strictObject({ title: words, text: words, action: words })

/** The page of a link for people without an account. */
const shared = z.strictObject({
  title: words.max(70),
  states: z.strictObject({ A: words, B: words, C: words, D: words, E: words, not_inspected: words }),
  loading: words,
  ended: words,
  failed: words,
  needs_script: words,
  protected: words,
  password: words,
  open: words,
  letter: words,
  blades: words,
  root: words,
  tip: words,
  findings: words,
  none: words,
  ungraded: words,
  solved: words,
  original: words,
  reports: words,
  inspection: holding('{year}'),
  report: holding('{year}'),
  until: holding('{day}'),
  earlier: holding('{n}'),
  blade: holding('{blade}'),
  severity: holding('{n}', '{name}'),
  place: holding('{place}'),
  photo: holding('{number}'),
  download: holding('{name}'),
})

/** All texts of the public pages in one language. */
export const siteSchema = z.strictObject({
  skip: words,
  menu: z.strictObject({
    label: words,
    home: words,
    product: words,
    example: words,
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
    links: z.strictObject({
      label: words,
      product: words,
      example: words,
      about: words,
      contact: words,
      faq: words,
      privacy: words,
      docs: words,
    }),
    email: words,
    phone: words,
    address: words,
    country: words,
  }),
  chat: z.strictObject({ tooltip: words, new_tab: words }),
  share: z.strictObject({ alt: words }),
  notices: z.strictObject({ not_found: notice, server_error: notice }),
  shared,
  panel: z.strictObject({ loading: words, needs_script: words, late: words, reload: words }),
})

const inBothLanguages = z.strictObject({ tr: words, en: words })

/**
 * The pictures of the landing page that editors choose: the slides behind its headline, the partners' logos.
 *
 * @param photo the schema of the path of a picture that is resized
 * @param logo the schema of the path of a picture that may be a drawing (SVG)
 */
export function showcaseSchema<Photo extends z.ZodType, Logo extends z.ZodType>(photo: Photo, logo: Logo) {
  const slide = z.strictObject({
    id: words,
    image: z.strictObject({ wide: photo, tall: photo }),
    alt: inBothLanguages,
  })
  const partner = z.strictObject({ id: words, name: words, logo, alt: inBothLanguages })
  return z.strictObject({
    slides: z.array(slide).min(2),
    // With only one logo, its eight copies would be narrower than a wide screen.
    partners: z.array(partner).min(2),
  })
}

/** The company that runs the portal. */
export const companySchema = z.strictObject({
  name: words,
  email: z.email({ error: 'write an e-mail address, as in name@example.com' }),
  phone: z.string().regex(/^\+\d(?: ?\d){6,14}$/, 'write it as +90 232 000 00 00'),
  founded: z.int().min(1900).max(2100),
  chat: z.strictObject({
    link: z.url({ protocol: /^https$/, error: 'write an address that begins with https://' }),
    greeting: words,
  }),
  address: z.strictObject({ street: words, district: words, postcode: words, city: words }),
})

/** The front matter of a frequently asked question. */
export const faqSchema = z.strictObject({
  question: words,
  category: z.enum(faqCategories),
  /** The place in its category, in ascending order. */
  order: z.int(),
  /** Words that visitors search for, and that the question and its answer do not have. */
  synonyms: z.array(words).default([]),
})

/** The front matter of the privacy notice. */
export const privacySchema = z.strictObject({ title: words, summary: words, updated: z.date() })
