import { z } from 'astro/zod'

// What the schemas of the files of `content/` share.

export const words = z.string().trim().min(1)

/** A text with these values. */
export const holding = (...values: string[]) =>
  values.reduce((text, value) => text.includes(value, { error: `write ${value} where it belongs` }), words)

/** The title and description of a page for search engines and shared links. */
export const summary = { title: words.max(70), description: words.max(200) }
