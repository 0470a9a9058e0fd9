import { describe, expect, it } from 'vitest'
import { ROLES } from '#domain/permissions.ts'
import { isFileName } from '#domain/upload.ts'
import { TurbineDraft } from '#domain/turbine.ts'
import { drawBladePhoto } from '../../demo/blade-photo.ts'
import { TURBINES, USERS } from '../../demo/demo-data.ts'
import { planPhotos } from '../../demo/photo-plan.ts'

describe("the demo's data", () => {
  it('has a user of every role and 24 turbines that the form would take as they are', () => {
    expect(new Set(USERS.map(({ role }) => role))).toEqual(new Set(ROLES))
    expect(TURBINES).toHaveLength(24)
    for (const turbine of TURBINES) {
      expect(TurbineDraft.parse(turbine)).toEqual(turbine)
      expect(turbine.city).toBe(turbine.city.toLocaleLowerCase('tr'))
    }
  })

  it('plans photos with good and unique names, in rooms that are there, on days that are past', () => {
    const now = new Date('2026-01-02T12:00:00Z')
    const photos = TURBINES.flatMap((turbine, index) => planPhotos(turbine, index, now))
    expect(new Set(photos.map(({ name }) => name)).size).toBe(photos.length)
    for (const { name, room = 1, taken, turbine } of photos) {
      expect(isFileName(name)).toBe(true)
      expect(room).toBeLessThanOrEqual(TURBINES.find(({ code }) => code === turbine)?.rooms ?? 0)
      expect(taken.getTime()).toBeLessThan(now.getTime())
    }
  })

  it('draws the same picture from the same seed, and another from another', () => {
    const first = drawBladePhoto('drone', 'farm-near', 1).pixels
    expect(drawBladePhoto('drone', 'farm-near', 1).pixels.equals(first)).toBe(true)
    expect(drawBladePhoto('drone', 'farm-near', 2).pixels.equals(first)).toBe(false)
  })
})
