import type { SiteLanguage } from './languages.ts'

/** A day of the content, which a file writes without a time: as `2026-11-21`, and in words. */
export function dayOfContent(language: SiteLanguage, day: Date): { iso: string; words: string } {
  const format = new Intl.DateTimeFormat(language === 'tr' ? 'tr-TR' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return { iso: day.toISOString().slice(0, 10), words: format.format(day) }
}
