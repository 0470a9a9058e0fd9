import type { SiteLanguage } from './languages.ts'

/** The public pages belong to no company. This is the zone of a company that has chosen none, as in `domain/time/today.ts`. */
const TIME_ZONE = 'Europe/Istanbul'

/** The year of the build. */
export function thisYear(): number {
  return Number(new Intl.DateTimeFormat('en', { timeZone: TIME_ZONE, year: 'numeric' }).format())
}

/** A day of the content, which a file writes without a time: as `2026-11-21`, and in words. */
export function dayOfContent(language: SiteLanguage, day: Date): { iso: string; words: string } {
  const format = new Intl.DateTimeFormat(language === 'tr' ? 'tr-TR' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return { iso: day.toISOString().slice(0, 10), words: format.format(day) }
}
