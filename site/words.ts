import { getEntry } from 'astro:content'
import type { SiteLanguage } from './languages.ts'

/** Every word of the public pages in `language`. */
export async function getWords(language: SiteLanguage) {
  const entry = await getEntry('site', language)
  if (!entry) throw new Error(`content/site/${language}.json is missing`)
  return entry.data
}

/** Who runs the portal. */
export async function getCompany() {
  const entry = await getEntry('company', 'company')
  if (!entry) throw new Error('content/company.json is missing')
  return entry.data
}
