const SEASONS = ['winter', 'spring', 'summer', 'autumn'] as const
export type Season = (typeof SEASONS)[number]

/** The season of a day of the northern hemisphere. @param day such as `2026-11-21` */
export function seasonOf(day: string): Season {
  const month = Number(day.slice(5, 7))
  return SEASONS[Math.floor((month % 12) / 3)] ?? 'winter'
}
