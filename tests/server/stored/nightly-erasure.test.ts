import pino from 'pino'
import { expect, it } from 'vitest'
import { NightlyErasure } from '#server/start/nightly-erasure.ts'

const LOG = pino({ level: 'silent' })
const HOUR_MS = 60 * 60 * 1000
/** Midnight in Türkiye. */
const START = Date.parse('2026-05-03T21:00:00Z')

/** Runs the hourly maintenance for some days. @returns the hours since the start in which it has erased */
async function hoursOfErasing(days: number, eraseDeleted: () => Promise<void>, start = START) {
  const hours: number[] = []
  let hour = 0
  const db = {
    eraseDeleted() {
      hours.push(hour)
      return eraseDeleted()
    },
  }
  const erasure = new NightlyErasure(db, LOG, start)
  for (hour = 1; hour <= days * 24; hour += 1) await erasure.runIfDue(start + hour * HOUR_MS)
  return hours
}

const succeed = async () => {}
const fail = async () => {
  throw new Error('The disk is full.')
}

it('erases once each night, at two in Türkiye', async () => {
  expect(await hoursOfErasing(4, succeed)).toEqual([2, 26, 50, 74])
})

it('pauses twice as long after each failure', async () => {
  const hours = await hoursOfErasing(40, fail)
  const pauses = hours.slice(1).map((hour, index) => Math.round((hour - (hours[index] ?? 0)) / 24))
  expect(pauses.slice(0, 4)).toEqual([2, 4, 8, 16])
})
