import { expect, it } from 'vitest'
import type { FleetInspection } from '#domain/inspections/inspection.ts'
import type { Photo } from '#domain/photo.ts'
import { findUninspected } from '#panel/inspections/unlooked-photos.ts'

const photo = (id: number, fields: Partial<Photo> = {}) =>
  ({ id, year: 2026, looked_at: null, upload_date: '2026-05-01T00:00:00.000Z', ...fields }) as Photo
const inspection = (fields: Partial<FleetInspection>) =>
  ({ year: 2026, since: '2026-06-01T00:00:00.000Z', unlooked_reason: '', ...fields }) as FleetInspection

it('marks the photos that nobody has looked at while the inspection of their year is not published', () => {
  const photos = [photo(1), photo(2, { looked_at: '2026-05-02T00:00:00.000Z' }), photo(3, { year: 2025 })]
  expect(findUninspected(photos, [inspection({ state: 'open' })])).toEqual(new Set([1]))
  expect(findUninspected(photos, [inspection({ state: 'in_review' })])).toEqual(new Set([1]))
  expect(findUninspected(photos, [])).toEqual(new Set())
})

it('marks of a published inspection only what it left out for a reason, and what came later', () => {
  const photos = [photo(1), photo(2, { upload_date: '2026-07-01T00:00:00.000Z' })]
  expect(findUninspected(photos, [inspection({ state: 'published' })])).toEqual(new Set([2]))
  const left = inspection({ state: 'published', unlooked_reason: 'Fog.' })
  expect(findUninspected(photos, [left])).toEqual(new Set([1, 2]))
})
