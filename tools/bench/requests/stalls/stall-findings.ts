import { JSON_BODY_MAX } from '../../../../domain/limits.ts'
import { CHECKED_COLUMNS, wrongLines } from '../../../../tests/support/files/wrong-lines.ts'
import { type LargestInput, of, ofOther } from './largest-input.ts'
import { goodLines, imported, letters, longHeader, marks, shortLines } from './stall-bodies.ts'

let counter = 0

/** The largest input of the calls about the findings of a turbine. */
export const FINDING_INPUTS: Record<string, LargestInput> = {
  'GET /api/turbines/:id/findings': { input: of('/findings') },
  'POST /api/turbines/:id/findings': {
    input: (large, round) =>
      ofOther('/findings', () => ({ blade: 'A', side: 'LE', type: 'oil', text: letters(5000) }))(
        large,
        round,
      ),
  },
  'POST /api/turbines/:id/findings/import': {
    input: ofOther('/findings/import', (round) => imported(goodLines(round))),
  },
  'POST /api/turbines/:id/findings/import, beside 10,000 findings': {
    input: (large) => of('/findings/import', imported(goodLines(90)))(large),
    once: true,
    expected: [409],
  },
  'POST /api/turbines/:id/findings/import, 1 MiB of short lines': {
    input: ofOther('/findings/import', () => imported(shortLines())),
    expected: [400],
  },
  'POST /api/turbines/:id/findings/import, 450,000 columns': {
    input: ofOther('/findings/import', () => imported(longHeader())),
    expected: [400],
  },
  'POST /api/turbines/:id/findings/import, marks in a cell': {
    input: ofOther('/findings/import', () =>
      imported(`Blade,Description\nA,${marks(JSON_BODY_MAX - 400)}\n`),
    ),
    expected: [400],
  },
  'POST /api/turbines/:id/findings/import, 2,000 lines with 3 wrong cells': {
    input: ofOther('/findings/import', () => imported(wrongLines(['blade', 'side', 'type'], 2000))),
  },
  'POST /api/turbines/:id/findings/import, 2,000 lines with 18 wrong cells': {
    input: ofOther('/findings/import', () => imported(wrongLines(CHECKED_COLUMNS, 2000))),
  },
  'POST /api/turbines/:id/findings/import, 4 together': {
    input: ({ others }) => ({
      address: `/api/turbines/${others[20 + (++counter % 20)]}/findings/import`,
      body: imported(goodLines(counter)),
    }),
    together: 4,
    once: true,
  },
  'GET /api/turbines/:id/findings/:findingId': {
    input: (large) => of(`/findings/${large.finding}`)(large),
  },
  'GET /api/turbines/:id/findings/:findingId/history': {
    input: (large) => of(`/findings/${large.finding}/history`)(large),
  },
  'PUT /api/turbines/:id/findings/:findingId': {
    input: (large, round) =>
      of(`/findings/${large.finding}`, { text: letters(5000 - round), severity: 1 + round })(large),
  },
  'DELETE /api/turbines/:id/findings/:findingId': {
    input: (large) => of(`/findings/${large.finding}`)(large),
    once: true,
  },
}
