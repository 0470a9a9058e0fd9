import { matrixProfile, type RgbSpace, srgbLight } from '#server/infrastructure/pictures/matrix-profile.ts'

const D65 = [0.3127, 0.329] as const

/** Colour spaces of cameras and programs. @see ISO 22028-2 (ProPhoto RGB), SMPTE EG 432-1 (Display P3), Adobe RGB (1998) */
export const RGB_SPACES = {
  sRGB: {
    primaries: { red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], white: D65 },
    light: srgbLight,
  },
  'Display P3': {
    primaries: { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: D65 },
    light: srgbLight,
  },
  'Adobe RGB': {
    primaries: { red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06], white: D65 },
    light: (value) => value ** 2.19921875,
  },
  'ProPhoto RGB': {
    primaries: {
      red: [0.7347, 0.2653],
      green: [0.1596, 0.8404],
      blue: [0.0366, 0.0001],
      white: [0.3457, 0.3585],
    },
    light: (value) => (value < 1 / 32 ? value / 16 : value ** 1.8),
  },
} as const satisfies Record<string, RgbSpace>

export function rgbProfile(space: keyof typeof RGB_SPACES): Buffer {
  return matrixProfile(RGB_SPACES[space])
}

/** A grey profile with the gamma 1.8 of old Macintosh computers. @see ICC.1:2001-04, 6.3.2 */
export function greyProfile(): Buffer {
  const [header, list] = [Buffer.alloc(128), Buffer.alloc(4 + 2 * 12)]
  const white = Buffer.from('XYZ \0\0\0\0\x00\x00\xf6\xd6\x00\x01\x00\x00\x00\x00\xd3\x2c', 'latin1')
  const curve = Buffer.from('curv\0\0\0\0\0\0\0\x01\x01\xcd\0\0', 'latin1')
  list.writeUInt32BE(2)
  let place = header.length + list.length
  for (const [index, [name, content]] of Object.entries({ wtpt: white, kTRC: curve }).entries()) {
    const at = 4 + index * 12
    list.write(name, at)
    list.writeUInt32BE(place, at + 4)
    list.writeUInt32BE(content.length, at + 8)
    place += content.length
  }
  header.writeUInt32BE(place)
  header.writeUInt32BE(0x02400000, 8)
  header.write('mntrGRAYXYZ ', 12)
  header.write('acsp', 36)
  white.copy(header, 68, 8)
  return Buffer.concat([header, list, white, curve])
}
