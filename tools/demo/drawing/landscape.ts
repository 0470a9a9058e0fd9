import { type Colour, type Film, newFilm, paint } from './film.ts'
import { CLOUDS, clamp, FINE, mix, NET, PITS, sample, smoothstep } from './noise.ts'
import { between, pick, type Random, seededRandom } from './random.ts'

export interface Outlook {
  /** The place of the horizon as a fraction of the height: 0.7 is below the middle; with 2, there is only sky. */
  horizon: number
  /** 0 is a clear day, 1 is overcast. */
  cloud: number
  /** The visibility: 0 is thick haze, 1 is clear air. */
  clarity: number
  seed: number
}

const FIELDS: readonly [Colour, ...Colour[]] = [
  paint(0x9a8c5c),
  paint(0xb4a370),
  paint(0x7d7c50),
  paint(0x84754f),
  paint(0x6c6c48),
  paint(0xa8926a),
]
const SCRUB = paint(0x4d5538)
const TRACK = paint(0xcbbb98)

/** Sky, ridges and ground far behind the blade. They are drawn at a quarter of the size, so they look out of focus. */
export function landscape(width: number, height: number, outlook: Outlook): Film {
  const small = newFilm(Math.ceil(width / 4) + 1, Math.ceil(height / 4) + 1)
  const random = seededRandom(outlook.seed * 101 + 7)
  const haze = hazeOf(random, outlook)
  const ridges = Array.from({ length: 4 }, (_, nearer) => ({
    place: outlook.seed * 53 + nearer * 130,
    rise: (0.05 - nearer * 0.006) * between(random, 0.7, 1.5),
    drop: nearer * 0.022,
  }))
  for (let y = 0, at = 0; y < small.height; y++) {
    const up = outlook.horizon - y / small.height
    for (let x = 0; x < small.width; x++, at += 3) {
      const across = (x / small.width) * (width / height)
      let colour = skyAt(across, up, outlook, haze)
      ridges.forEach((ridge, nearer) => {
        const crest =
          ridge.rise * (1 + 0.75 * sample(CLOUDS, across * 70 + ridge.place, ridge.place)) - ridge.drop
        const tree = 0.0016 * sample(FINE, across * 420 + ridge.place, 9)
        const away = (4 - nearer) / 5 + 0.22 * (1 - outlook.clarity)
        const slope = mixColour(SCRUB, haze, clamp(away, 0, 0.93))
        colour = mixColour(colour, slope, smoothstep(-0.002, 0.002, crest + tree - up))
      })
      if (up < 0) colour = mixColour(colour, groundAt(across, up, outlook, haze), smoothstep(0, -0.03, up))
      small.light.set(colour, at)
    }
  }
  return enlarge(small, width, height)
}

function hazeOf(random: Random, { cloud }: Outlook): Colour {
  const clear: Colour = pick(random, [
    [0.62, 0.7, 0.8],
    [0.7, 0.72, 0.74],
    [0.76, 0.72, 0.66],
  ])
  return mixColour(clear, [0.7, 0.72, 0.75], cloud)
}

function skyAt(across: number, up: number, { cloud, seed, horizon }: Outlook, haze: Colour): Colour {
  const height = clamp(up + (horizon > 1.3 ? -0.6 : 0), 0, 1.4)
  const zenith: Colour = [0.1, 0.24, 0.55]
  const clear = mixColour(haze, zenith, 1 - Math.exp(-height * 1.9))
  // Clouds are in a plane above the camera, so they become flatter and denser towards the horizon.
  const near = 1 / (height + 0.22)
  const puff =
    sample(CLOUDS, across * near * 34 + seed * 97, near * 110 + seed * 31) +
    0.35 * sample(FINE, across * near * 60, near * 170 + seed)
  const cover = smoothstep(1.5 - 2.4 * cloud, 3 - 2.4 * cloud, puff)
  const grey = 0.84 + 0.07 * sample(CLOUDS, across * near * 50 + 40, near * 150 + seed * 31)
  return mixColour(clear, [grey, grey * 1.005, grey * 1.02], cover * (0.5 + 0.5 * cloud))
}

function groundAt(across: number, up: number, { seed, clarity }: Outlook, haze: Colour): Colour {
  const away = 0.16 / (0.02 - up)
  const gx = (across - 0.75) * away * 1.6 + seed * 3
  const gy = away * 2.2 + seed * 5
  const bend = 0.25 * sample(CLOUDS, gx * 40, gy * 40)
  const parcel = sample(PITS, (gx + bend) * 13, (gy + bend) * 9) * 5.3 + sample(CLOUDS, gx * 7, gy * 5) * 1.7
  const field = FIELDS[Math.abs(Math.floor(parcel)) % FIELDS.length] ?? SCRUB
  let colour = mixColour(field, SCRUB, 0.65 * smoothstep(-0.2, 1.1, sample(CLOUDS, gx * 24 + 50, gy * 24)))
  colour = mixColour(
    colour,
    TRACK,
    0.55 * smoothstep(0.05, 0.02, sample(NET, (gx + bend) * 7, (gy + bend) * 6)),
  )
  const light = 1 + 0.16 * sample(FINE, gx * 90, gy * 90)
  return mixColour(
    scale(colour, 0.8 * light),
    haze,
    clamp(0.12 + 0.8 * smoothstep(0.4, 6 + clarity * 6, away), 0, 0.92),
  )
}

function mixColour(a: Colour, b: Colour, t: number): Colour {
  return [mix(a[0], b[0], t), mix(a[1], b[1], t), mix(a[2], b[2], t)]
}

function scale(colour: Colour, factor: number): Colour {
  return [colour[0] * factor, colour[1] * factor, colour[2] * factor]
}

function enlarge(small: Film, width: number, height: number): Film {
  const film = newFilm(width, height)
  const row = small.width * 3
  for (let y = 0, at = 0; y < height; y++) {
    const sy = y / 4
    const top = Math.floor(sy)
    const fy = sy - top
    for (let x = 0; x < width; x++) {
      const sx = x / 4
      const left = Math.floor(sx)
      const fx = sx - left
      const from = top * row + left * 3
      for (let channel = 0; channel < 3; channel++, at++) {
        const a = from + channel
        const b = a + (top + 1 < small.height ? row : 0)
        const upper = mix(small.light[a] as number, small.light[a + 3] as number, fx)
        film.light[at] = mix(upper, mix(small.light[b] as number, small.light[b + 3] as number, fx), fy)
      }
    }
  }
  return film
}
