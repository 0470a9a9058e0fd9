import { createContext, useContext, useSyncExternalStore } from 'react'
import { DEFAULT_TIME_ZONE, todayIn, yearOf } from '#domain/time/today.ts'

/**
 * The time zone of the company that the screen is about: of the turbine on its pages, else of the caller. Screens without a company, such
 * as the sign-in page, have the default one. The zone of the browser decides nothing.
 */
export const TimeZoneContext = createContext(DEFAULT_TIME_ZONE)

export function useTimeZone(): string {
  return useContext(TimeZoneContext)
}

/** Today in a zone, such as `2026-11-21`. It changes while the page is open. @param timeZone by default the one of the screen */
export function useToday(timeZone?: string): string {
  const ofScreen = useTimeZone()
  return useSyncExternalStore(watchMinutes, () => todayIn(timeZone ?? ofScreen))
}

/** The year of today in the time zone of the screen. */
export function useThisYear(): number {
  return yearOf(useToday())
}

const MINUTE_MS = 60 * 1000
const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all places of a page that show something about today. */
function watchMinutes(onChange: () => void): () => void {
  watchers.add(onChange)
  timer ??= setInterval(() => {
    for (const watcher of watchers) watcher()
  }, MINUTE_MS)
  return () => {
    watchers.delete(onChange)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
