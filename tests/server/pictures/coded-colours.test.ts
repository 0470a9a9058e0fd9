/** The profiles that are made of the code points of HEIC and AVIF. */
import { expect, it } from 'vitest'
import { profileOfCode } from '#server/infrastructure/pictures/coded-colours.ts'
import { rgbProfile } from '../../support/pictures/colour-profiles.ts'

/** The content of a tag. @see ICC.1:2001-04, 6.2 */
function tagOf(profile: Buffer, name: string): Buffer {
  const count = profile.readUInt32BE(128)
  for (let at = 132; at < 132 + count * 12; at += 12) {
    if (profile.toString('latin1', at, at + 4) !== name) continue
    const place = profile.readUInt32BE(at + 4)
    return profile.subarray(place, place + profile.readUInt32BE(at + 8))
  }
  throw new Error(`There is no tag ${name}.`)
}

const xyzOf = (profile: Buffer, name: string) =>
  [8, 12, 16].map((at) => tagOf(profile, name).readInt32BE(at) / 65_536)

/** The light of a value from 0 to 1. */
function lightOf(profile: Buffer, value: number): number {
  const curve = tagOf(profile, 'rTRC')
  const entry = Math.round(value * (curve.readUInt32BE(8) - 1))
  return curve.readUInt16BE(12 + entry * 2) / 65_535
}

// As published at http://www.brucelindbloom.com/index.html?Eqn_RGB_XYZ_Matrix.html, adapted to D50; Display P3 as in the profile of Apple.
it.each([
  [
    'sRGB',
    rgbProfile('sRGB'),
    [0.43607, 0.22249, 0.01392],
    [0.38515, 0.71687, 0.09708],
    [0.14307, 0.06061, 0.7141],
  ],
  [
    'Adobe RGB',
    rgbProfile('Adobe RGB'),
    [0.60974, 0.31111, 0.01947],
    [0.20528, 0.62567, 0.06087],
    [0.14919, 0.06322, 0.74457],
  ],
  [
    'ProPhoto RGB',
    rgbProfile('ProPhoto RGB'),
    [0.79767, 0.28804, 0],
    [0.13519, 0.71187, 0],
    [0.03135, 0.00009, 0.82521],
  ],
  [
    'Display P3',
    profileOfCode({ primaries: 12, transfer: 13 }),
    [0.51512, 0.2412, -0.00105],
    [0.29198, 0.69225, 0.04189],
    [0.1571, 0.06657, 0.78407],
  ],
] as const)('the primaries of %s are the published ones', (_, profile, ...primaries) => {
  for (const [index, name] of ['rXYZ', 'gXYZ', 'bXYZ'].entries()) {
    const published = primaries[index] as readonly number[] | undefined
    const distances = xyzOf(profile as Buffer, name).map((value, axis) =>
      Math.abs(value - (published?.[axis] ?? Number.NaN)),
    )
    expect([name, Math.max(...distances) < 0.0006]).toEqual([name, true])
  }
})

it.each([
  [1, 13],
  [1, 1],
  [1, 6],
  [2, 2],
  [0, 0],
  [99, 99],
])('the code %i/%i is that of sRGB, or says nothing, and needs no profile', (primaries, transfer) => {
  expect(profileOfCode({ primaries, transfer })).toBeUndefined()
})

it.each([
  ['gamma 2.2', 4, 0.5, 0.2176],
  ['gamma 2.8', 5, 0.5, 0.1436],
  ['linear', 8, 0.5, 0.5],
  // 203 cd/m² are white, and 26.4 are 0.13 of it. @see ITU-R BT.2408-7, table 1
  ['PQ, white', 16, 0.581, 1],
  ['PQ, 38 %', 16, 0.38, 0.13],
  ['PQ, brighter than white', 16, 0.75, 1],
  ['HLG, white', 18, 0.75, 1],
  ['HLG, half of the values', 18, 0.5, 0.3144],
  ['HLG, brighter than white', 18, 0.9, 1],
] as const)('the light of %s', (_, transfer, value, light) => {
  const profile = profileOfCode({ primaries: 9, transfer }) as Buffer
  expect(lightOf(profile, value)).toBeCloseTo(light, 2)
  expect([lightOf(profile, 0), lightOf(profile, 1)]).toEqual([0, 1])
})
