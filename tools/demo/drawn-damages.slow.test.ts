import { describe, expect, it } from 'vitest'
import types from '#content/findings/types.json' with { type: 'json' }
import { FindingShape } from '#domain/findings/finding-shape.ts'
import { drawBladePhoto } from './blade-photo.ts'
import { damagesIn } from './damages.ts'
import { TURBINES } from './demo-data.ts'
import { type BladeView, viewBlade } from './drawing/blade-surface.ts'
import type { Box, Drawing } from './drawing/drawn-damage.ts'
import { DRONE_SHOTS } from './drawing/drone-shots.ts'
import { OPERATOR_SHOTS } from './drawing/operator-shots.ts'
import type { Shot } from './drawing/shot.ts'
import { marksOf } from './photo-marks.ts'
import { type PlannedPhoto, planPhotos } from './plans/photo-plan.ts'
import { drawRobotPhoto } from './robot-photo.ts'

/** A blade as a small picture shows it. */
const coarse = (view: BladeView) => viewBlade(200, 133, { ...view, metresPerPixel: view.metresPerPixel * 8 })

/** Sums of the differences of red, green and blue from which a pixel is another one. */
const DIFFERENT = 90

/** The pixels in which the pictures differ: how many lie in one of the boxes, and how many outside. */
function differences(damaged: Drawing, sound: Drawing, boxes: Box[]): { inside: number; outside: number } {
  const count = { inside: 0, outside: 0 }
  const { width, height, pixels } = damaged
  for (let at = 0; at < width * height; at++) {
    let difference = 0
    for (let channel = 3 * at; channel < 3 * at + 3; channel++) {
      difference += Math.abs((pixels[channel] ?? 0) - (sound.pixels[channel] ?? 0))
    }
    if (difference < DIFFERENT) continue
    const [x, y] = [((at % width) + 0.5) / width, (Math.floor(at / width) + 0.5) / height]
    const isInside = boxes.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom)
    count[isInside ? 'inside' : 'outside'] += 1
  }
  return count
}

/** A subject without its damage is the same picture in all other places. */
function expectMarked(draw: (wear: number) => Drawing): void {
  const damaged = draw(1)
  const sound = draw(0)
  expect(sound.damages).toEqual([])
  expect(damaged.damages.length).toBeGreaterThan(0)
  const boxes = damaged.damages.map(({ box }) => box)
  const { inside, outside } = differences(damaged, sound, boxes)
  expect(inside).toBeGreaterThan(100)
  expect(outside).toBeLessThan(inside / 50)
}

describe('the box of a damage', () => {
  it.each(['crack-across'])(
    'has the pixels of the damage in the photo "%s", and no other pixels differ',
    (subject) => expectMarked((wear) => drawBladePhoto('operator', subject, 21, wear)),
  )

  it('has the pixels of the damage in the photo of a crawler', () => {
    expectMarked((wear) => drawRobotPhoto('web-cracked', 41, wear))
  })

  it('grows with the damage', () => {
    const shot = OPERATOR_SHOTS['crack-along']
    const lengths = [0.5, 0.8, 1].map((wear) => shot.paint(coarse(shot.view), wear)[0]?.measures.length_mm)
    expect(lengths).toEqual([310, 496, 620])
  })
})

it('is drawn for every damage that the table lists, with the same types', () => {
  const known = types.types.map(({ id }) => id)
  const shots: [string, Shot][] = [...Object.entries(OPERATOR_SHOTS), ...Object.entries(DRONE_SHOTS)]
  for (const [subject, { view, paint }] of shots) {
    const drawn = view && paint ? paint(coarse(view), 1).map(({ type }) => type) : []
    const listed = damagesIn({ subject }).map(({ type }) => type)
    expect(known).toEqual(expect.arrayContaining(drawn))
    expect([subject, drawn]).toEqual([subject, expect.arrayContaining(listed)])
    expect([subject, listed.length > 0]).toEqual([subject, drawn.length > 0])
  }
})

describe('the mark in a photo', () => {
  const picture = {
    width: 1000,
    height: 500,
    damages: [{ type: 'oil', box: { left: 0.4, top: 0.4, right: 0.6, bottom: 0.5 }, measures: {} }],
  }
  const photo = (camera: 'operator' | 'panorama', variation: Partial<PlannedPhoto['variation']>) => {
    const [planned] = TURBINES[0] ? planPhotos(TURBINES[0], 0, new Date('2026-06-02T12:00:00Z')) : []
    if (!planned) throw new Error('no photo')
    const same = { size: 1, across: 0.5, down: 0.5, mirrored: false, gains: [1, 1, 1] as const }
    return {
      ...planned,
      motif: { ...planned.motif, camera },
      variation: { ...same, ...variation },
    }
  }

  it.each([
    [{}, [0.4, 0.4], [0.6, 0.5]],
    [{ size: 0.5 }, [0.3, 0.3], [0.7, 0.5]],
    [{ size: 0.5, mirrored: true, across: 0 }, [0, 0.3], [0.2, 0.5]],
  ])('follows the cut-out %o', (variation, from, to) => {
    const [mark] = marksOf(picture, photo('operator', variation))
    expect(mark?.shape).toEqual({ on: 'image', kind: 'box', points: [from, to] })
    expect(FindingShape.safeParse(mark?.shape).success).toBe(true)
  })

  it('is left out where the damage is cut off', () => {
    expect(marksOf(picture, photo('operator', { size: 0.3, across: 0, down: 0 }))).toEqual([])
  })

  it.each([
    [0.5, [-36, 0], [36, 18]],
    [1, [-81, 0], [-9, 18]],
  ])('turns with a panorama that is turned by %s', (across, from, to) => {
    const [mark] = marksOf(picture, photo('panorama', { across }))
    expect(mark?.shape).toEqual({ on: 'sphere', kind: 'box', points: [from, to] })
  })
})
