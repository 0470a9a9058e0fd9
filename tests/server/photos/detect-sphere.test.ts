import { expect, it } from 'vitest'
import { detectSphere } from '#server/features/photos/detect-sphere.ts'
import type { Gpano } from '#server/infrastructure/images/decode-request.ts'
import { GPANO } from './sphere-part.ts'

/** The size of a picture that shows less than a whole sphere. */
const PART = { width: 4000, height: 1260 }
const AREA = { full_width: 8000, full_height: 4000, left: 2000, top: 1370 }
const FLAT = { sphere: null, heading: null, pose: null }

it('uses GPano that fits the picture', () => {
  expect(detectSphere(PART, GPANO)).toEqual({ sphere: AREA, heading: 123.5, pose: null })
  const inCapitals = { ...GPANO, projection: 'Equirectangular' }
  expect(detectSphere(PART, inCapitals).sphere).toEqual(AREA)
  const almostTwice = { ...GPANO, full_height: 3999 }
  expect(detectSphere(PART, almostTwice).sphere).toEqual({ ...AREA, full_height: 3999 })
})

it.each([
  [2000, 630, { full_width: 4000, full_height: 2000, left: 1000, top: 685 }],
  [1500, 473, { full_width: 3000, full_height: 1500, left: 750, top: 514 }],
  [8000, 2520, { full_width: 16000, full_height: 8000, left: 4000, top: 2740 }],
])('scales GPano of a picture that was resized to %i × %i pixels', (width, height, sphere) => {
  expect(detectSphere({ width, height }, GPANO).sphere).toEqual(sphere)
})

it('keeps a resized picture inside of its sphere', () => {
  const whole = { ...GPANO, width: 8000, height: 4000, left: 0, top: 0 }
  expect(detectSphere({ width: 1024, height: 513 }, whole).sphere).toEqual({
    full_width: 1024,
    full_height: 513,
    left: 0,
    top: 0,
  })
})

it.each<[title: string, change: Partial<Gpano>]>([
  ['has no projection', { projection: null }],
  ['has no size of the sphere', { full_width: null }],
  ['has a sphere without height', { full_height: 0 }],
  ['has no size of the picture', { width: null, height: null }],
  ['has no place', { left: null }],
  ['has another width', { width: 5000, full_width: 10000, full_height: 5000 }],
  ['has another height', { height: 1259 }],
  ['has another ratio', { width: 2000, height: 640 }],
  ['ends to the right of the sphere', { left: 4001 }],
  ['ends below the sphere', { top: 2741 }],
  ['is wider than the sphere', { full_width: 3000, full_height: 1500, left: 0, top: 0 }],
  ['has a sphere that is not twice as wide as high', { full_height: 3990 }],
])('does not believe GPano that %s', (_, change) => {
  expect(detectSphere(PART, { ...GPANO, ...change })).toEqual(FLAT)
  // The shape counts then.
  const wrong = { ...GPANO, width: 7000, height: 3000, ...change }
  const whole = { full_width: 4096, full_height: 2048, left: 0, top: 0 }
  expect(detectSphere({ width: 4096, height: 2048 }, wrong).sphere).toEqual(whole)
})

it.each([
  [8192, 4096],
  [4000, 2000],
  [1023, 512],
  [5999, 3000],
  [256, 128],
])('treats a picture of %i × %i pixels as a whole sphere', (width, height) => {
  const sphere = { full_width: width, full_height: height, left: 0, top: 0 }
  expect(detectSphere({ width, height }, null)).toEqual({ sphere, heading: null, pose: null })
})

it.each([
  [4000, 3000],
  [4000, 2002],
  [4000, 1960],
  [3000, 6000],
  [4000, 1260],
])('treats a picture of %i × %i pixels as flat', (width, height) => {
  expect(detectSphere({ width, height }, null)).toEqual(FLAT)
})

it.each([
  [1, 1],
  [2, 2],
  [2, 1],
  [255, 127],
  [255, 128],
])('treats a picture of %i × %i pixels as flat, whatever its file says', (width, height) => {
  expect(detectSphere({ width, height }, null)).toEqual(FLAT)
  const whole = { ...GPANO, full_width: width, full_height: height, width, height, left: 0, top: 0 }
  expect(detectSphere({ width, height }, whole)).toEqual(FLAT)
})

it.each([
  [17, -30, { pitch: 17, roll: -30 }],
  [null, 3.5, { pitch: 0, roll: 3.5 }],
  [-90, null, { pitch: -90, roll: 0 }],
  [0, 0, null],
  [null, null, null],
])('says of a pitch of %s and a roll of %s how the camera was held', (pitch, roll, pose) => {
  expect(detectSphere(PART, { ...GPANO, pitch, roll }).pose).toEqual(pose)
  expect(detectSphere({ width: 4000, height: 3000 }, { ...GPANO, width: 1, pitch, roll }).pose).toBeNull()
})

it('treats a picture with another projection as flat, whatever its shape is', () => {
  const cylinder = { ...GPANO, projection: 'cylindrical' }
  expect(detectSphere({ width: 4096, height: 2048 }, cylinder)).toEqual(FLAT)
})
