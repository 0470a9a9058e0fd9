import pino from 'pino'
import { expect, it } from 'vitest'
import { NightlyErasure } from '#server/infrastructure/database/nightly-erasure.ts'

const LOG = pino({ level: 'silent' })
const HOUR_MS = 60 * 60 * 1000
/** Midnight in Türkiye. */
const START = Date.parse('2026-05-03T21:00:00Z')

/** Runs the hourly maintenance for some days. @returns the hours since the start in which it has erased, those of complete attempts apart */
async function hoursOfErasing(days: number, eraseDeleted: (isComplete: boolean) => Promise<void>) {
  const hours: { complete: number[]; logOnly: number[] } = { complete: [], logOnly: [] }
  let hour = 0
  const db = {
    eraseDeleted(isComplete = true) {
      hours[isComplete ? 'complete' : 'logOnly'].push(hour)
      return eraseDeleted(isComplete)
    },
  }
  const erasure = new NightlyErasure(db, LOG, START)
  for (hour = 1; hour <= days * 24; hour += 1) await erasure.runIfDue(START + hour * HOUR_MS)
  return hours
}

it('erases once each night, at two in Türkiye', async () => {
  expect(await hoursOfErasing(4, async () => {})).toEqual({ complete: [2, 26, 50, 74], logOnly: [] })
})

it('pauses twice as long after each failure to write the database again, and empties its log in the next hour', async () => {
  const { complete, logOnly } = await hoursOfErasing(40, async (isComplete) => {
    if (isComplete) throw new Error('The disk is full.')
  })
  const days = complete.map((hour) => Math.round(hour / 24))
  expect(days.slice(0, 4)).toEqual([0, 2, 6, 14])
  // Every night, so that nothing of a deletion stays in the log for longer than a day.
  expect(new Set(logOnly.map((hour) => Math.floor(hour / 24))).size).toBe(40)
})

it('tries again in the next hour while a backup reads', async () => {
  let isRead = true
  const { complete, logOnly } = await hoursOfErasing(1, async () => {
    if (isRead) {
      isRead = false
      throw new Error('Another process reads the database.')
    }
  })
  expect({ complete, logOnly }).toEqual({ complete: [2], logOnly: [3] })
})
