import type { Language } from '#domain/text/language.ts'

const FORMATS: Record<Language, Intl.DateTimeFormat> = {
  tr: new Intl.DateTimeFormat('tr', { dateStyle: 'long', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
}

/** A day in the words of reports and mails: `21 Kasım 2026`, `21 November 2026`. @param day such as `2026-11-21` */
export function dayInWords(language: Language, day: string): string {
  return FORMATS[language].format(new Date(day))
}
