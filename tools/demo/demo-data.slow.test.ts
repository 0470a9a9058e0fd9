import { describe, expect, it } from 'vitest'
import { PERMISSIONS, ROLES } from '#domain/permissions.ts'
import { TurbineDraft } from '#domain/turbine.ts'
import { isFileName } from '#domain/upload.ts'
import { drawBladePhoto } from './blade-photo.ts'
import { planComments } from './comments.ts'
import { TURBINES, USERS } from './demo-data.ts'
import { planPhotos } from './plans/photo-plan.ts'
import { planReports } from './reports/report-plan.ts'

describe("the demo's data", () => {
  it('has a user of every role and 24 turbines, all valid for the API', () => {
    expect(new Set(USERS.map(({ role }) => role))).toEqual(new Set(ROLES))
    expect(TURBINES).toHaveLength(24)
    for (const turbine of TURBINES) {
      expect(TurbineDraft.parse(turbine)).toMatchObject(turbine)
      expect(turbine.city).toBe(turbine.city.toLocaleLowerCase('tr'))
    }
  })

  it.each([
    '2025-12-31T21:30:00Z',
    '2026-01-01T00:00:00Z',
    '2026-01-02T12:00:00Z',
    '2026-01-03T22:00:00Z',
    '2026-07-01T05:00:00Z',
  ])('plans photos with valid and unique names, in existing rooms, on past days, on %s', (today) => {
    const now = new Date(today)
    const photos = TURBINES.flatMap((turbine, index) => planPhotos(turbine, index, now))
    expect(new Set(photos.map(({ name }) => name)).size).toBe(photos.length)
    for (const { name, room = 1, taken, turbine } of photos) {
      expect(isFileName(name)).toBe(true)
      expect(room).toBeLessThanOrEqual(TURBINES.find(({ code }) => code === turbine)?.rooms ?? 0)
      expect(taken.getTime()).toBeLessThan(now.getTime())
    }
  })

  it('plans panoramas of two years for several rooms', () => {
    const now = new Date('2026-06-02T12:00:00Z')
    const [turbine] = TURBINES
    const panoramas = turbine
      ? planPhotos(turbine, 0, now).filter(({ motif }) => motif.camera === 'panorama')
      : []
    const rooms = panoramas.map(({ room, blade, taken, motif }) => [
      taken.getUTCFullYear(),
      blade,
      room,
      motif.subject,
    ])
    const [latest, earlier] = [2026, 2025].map((year) =>
      rooms.filter((one) => one[0] === year).map(([, ...place]) => place),
    )
    expect(latest).toHaveLength(3)
    expect(earlier).toEqual(latest)
  })

  it('draws the same picture from the same seed, and different pictures from different seeds', () => {
    const first = drawBladePhoto('drone', 'farm-near', 1).pixels
    expect(drawBladePhoto('drone', 'farm-near', 1).pixels.equals(first)).toBe(true)
    expect(drawBladePhoto('drone', 'farm-near', 2).pixels.equals(first)).toBe(false)
  })
})

describe("the demo's reports and comments", () => {
  const now = new Date('2026-01-02T12:00:00Z')
  const reports = TURBINES.map((turbine, index) => planReports(turbine, index, now))
  const written = reports.filter((own) => own.length > 0)

  it('are of several years for each turbine, with findings from its photos', () => {
    const all = reports.flat()
    expect(written).toHaveLength(TURBINES.length - 1)
    for (const own of written) expect(new Set(own.map(({ year }) => year)).size).toBeGreaterThanOrEqual(2)
    for (const { written, photos, findings } of all) {
      expect(written.getTime()).toBeLessThan(now.getTime())
      const names = photos.map((photo) => photo.name)
      for (const finding of findings) expect(names).toEqual(expect.arrayContaining(finding.photos))
    }
  })

  it('have comments by users with the right to comment, in the past and after the report', () => {
    for (const [index, own] of written.entries()) {
      const comments = planComments(own, index, now)
      expect(comments.length).toBeGreaterThan(0)
      for (const { role, text, created, updated } of comments) {
        expect(Object.keys(PERMISSIONS['comment.add'])).toContain(role)
        expect(text).toBe(text.trim())
        expect(created.getTime()).toBeGreaterThan(own[0]?.written.getTime() ?? 0)
        expect(updated.getTime()).toBeLessThan(now.getTime())
      }
    }
  })
})
