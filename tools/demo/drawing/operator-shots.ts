import { lightningStrike, missingPaint, oilStreaks } from './burns-and-stains.ts'
import { crack, craze, erode } from './damage.ts'
import { paint } from './film.ts'
import { drainHole, letter, receptor, ring, rootFlange, scaleTape } from './fittings.ts'
import { edgeTape, insects } from './gelcoat.ts'
import { DOWN, type Shot } from './shot.ts'

const RED = paint(0xb3261e)
const BLUE = paint(0x1f4aa8)
const INK = paint(0x24282b)
const GREY = paint(0x3f4a52)

/** Close photos by a technician on a rope: the surface fills the picture. */
export const OPERATOR_SHOTS = {
  'crack-across': {
    view: {
      side: 'face',
      angle: 0.12,
      centre: [0.3, 0.72],
      chord: 2.2,
      taper: 0.02,
      metresPerPixel: 0.00046,
    },
    dirt: 0.6,
    runOff: 'chord',
    paint: (surface, wear) => {
      const damage = crack(
        surface,
        {
          span: 0.05,
          chord: 0.84,
          angle: 1.25,
          length: 0.34,
          opening: 2,
          seed: 4,
          branching: 2,
        },
        wear,
      )
      ring(surface, { span: 0.12, chord: 1.0, reach: 0.2, colour: RED, seed: 3 })
      scaleTape(surface, { span: 0.27, chord: 0.87, angle: 1.2, length: 0.15 })
      return damage
    },
  },
  'crack-along': {
    view: { side: 'face', angle: -0.05, centre: [0.3, 0.5], chord: 1.9, taper: 0.02, metresPerPixel: 0.0005 },
    dirt: 0.75,
    runOff: 'chord',
    paint: (surface, wear) => {
      const damage = crack(
        surface,
        {
          span: -0.18,
          chord: 0.93,
          angle: 0.05,
          length: 0.62,
          opening: 3.2,
          seed: 9,
          branching: 1,
        },
        wear,
      )
      letter(surface, 'R14.2', {
        span: 0.1,
        chord: 1.06,
        angle: -0.03,
        height: 0.035,
        colour: INK,
        opacity: 0.8,
      })
      return damage
    },
  },
  'gelcoat-net': {
    view: { side: 'face', angle: 0.3, centre: [0.45, 0.6], chord: 2.2, taper: 0, metresPerPixel: 0.00036 },
    dirt: 0.55,
    runOff: 'span',
    paint: (surface, wear) => {
      const first = craze(surface, { span: 0.02, chord: 1.03, reach: 0.17, seed: 3 }, wear)
      const second = craze(surface, { span: 0.22, chord: 1.2, reach: 0.08, seed: 5 }, wear)
      ring(surface, { span: 0.02, chord: 1.03, reach: 0.16, colour: BLUE, seed: 8 })
      return [...first, ...second]
    },
  },
  'nose-close': {
    view: { side: 'edge', angle: 0.2, centre: [0.4, 0.5], chord: 0.62, taper: 0.02, metresPerPixel: 0.00042 },
    outlook: { horizon: 1.9, cloud: 0.6, clarity: 0.5, seed: 41 },
    dirt: 0.6,
    paint: (surface, wear) => {
      insects(surface, 0.8, 11)
      const damage = erode(
        surface,
        { span: 0.1, reachSpan: 0.6, reachChord: 0.09, severity: 1.25, seed: 13 },
        wear,
      )
      scaleTape(surface, { span: 0.02, chord: 0.14, angle: 0, length: 0.2 })
      return damage
    },
  },
  'nose-tape-torn': {
    view: {
      side: 'edge',
      angle: DOWN + 0.1,
      centre: [0.45, 0.1],
      chord: 0.9,
      taper: 0.02,
      metresPerPixel: 0.0006,
    },
    outlook: { horizon: 0.5, cloud: 0.5, clarity: 0.5, seed: 43 },
    dirt: 0.4,
    paint: (surface, wear) => {
      edgeTape(surface, 0.13, 8)
      const [torn] = missingPaint(
        surface,
        { span: 0.3, chord: 0.06, reachSpan: 0.2, reachChord: 0.11, seed: 15 },
        wear,
      )
      insects(surface, 0.6, 12)
      ring(surface, { span: 0.3, chord: 0.05, reach: 0.17, colour: RED, seed: 5 })
      return torn ? [{ ...torn, type: 'lep-damage', measures: { length_mm: 400 * wear } }] : []
    },
  },
  'paint-lost': {
    view: { side: 'face', angle: 0.4, centre: [0.4, 0.6], chord: 2, taper: 0, metresPerPixel: 0.0005 },
    dirt: 0.65,
    runOff: 'span',
    paint: (surface, wear) => {
      const damage = missingPaint(
        surface,
        { span: 0.03, chord: 0.92, reachSpan: 0.3, reachChord: 0.19, seed: 18 },
        wear,
      )
      scaleTape(surface, { span: -0.1, chord: 1.14, angle: 0.02, length: 0.2 })
      return damage
    },
  },
  'lightning-close': {
    view: { side: 'face', angle: 0.1, centre: [0.4, 0.5], chord: 1.1, taper: 0.05, metresPerPixel: 0.0005 },
    dirt: 0.5,
    runOff: 'span',
    paint: (surface, wear) => {
      receptor(surface, { span: -0.16, chord: 0.5, radius: 0.026, scorch: 1 })
      const damage = lightningStrike(surface, { span: 0.1, chord: 0.55, reach: 0.085, seed: 6 }, wear)
      letter(surface, 'LS-2', { span: 0.24, chord: 0.72, angle: 0, height: 0.03, colour: RED, opacity: 0.8 })
      return damage
    },
  },
  'root-bolts': {
    view: {
      side: 'face',
      angle: 0.03,
      centre: [0.42, 0.5],
      chord: 2.6,
      taper: -0.1,
      metresPerPixel: 0.00062,
    },
    dirt: 0.7,
    runOff: 'chord',
    paint: (surface, wear) => {
      const damage = oilStreaks(
        surface,
        { span: 0, chord: 1.28, length: 0.7, width: 0.1, strength: 0.8, seed: 12 },
        wear,
      )
      rootFlange(surface, { span: 0, spacing: 0.16 })
      letter(surface, 'KNT-57 A', { span: 0.12, chord: 1.08, angle: 0, height: 0.05, colour: INK })
      return damage
    },
  },
  'drain-hole': {
    view: { side: 'face', angle: 0.5, centre: [0.42, 0.4], chord: 0.8, taper: 0.05, metresPerPixel: 0.00028 },
    dirt: 0.6,
    runOff: 'span',
    paint: (surface) => {
      drainHole(surface, { span: 0, chord: 0.4, radius: 0.008 })
      receptor(surface, { span: -0.12, chord: 0.36, radius: 0.024, scorch: 0.25 })
      return []
    },
  },
  'marks-sound': {
    view: { side: 'face', angle: -0.1, centre: [0.35, 0.5], chord: 2.4, taper: 0, metresPerPixel: 0.0006 },
    dirt: 0.5,
    runOff: 'chord',
    paint: (surface) => {
      letter(surface, 'R 22.0', { span: -0.12, chord: 1.12, angle: 0, height: 0.09, colour: GREY })
      letter(surface, 'NO STEP', {
        span: 0.02,
        chord: 1.34,
        angle: 0,
        height: 0.035,
        colour: RED,
        opacity: 0.75,
      })
      return []
    },
  },
  'oil-close': {
    view: {
      side: 'face',
      angle: DOWN - 0.1,
      centre: [0.5, 0.05],
      chord: 2.4,
      taper: 0,
      metresPerPixel: 0.0006,
    },
    dirt: 0.6,
    runOff: 'span',
    paint: (surface, wear) => {
      const damage = oilStreaks(
        surface,
        { span: 0.02, chord: 1.2, length: 0.9, width: 0.16, strength: 0.85, seed: 5 },
        wear,
      )
      return damage
    },
  },
  'nose-first-pits': {
    view: {
      side: 'edge',
      angle: -0.12,
      centre: [0.4, 0.48],
      chord: 0.7,
      taper: 0.02,
      metresPerPixel: 0.00038,
    },
    outlook: { horizon: 0.3, cloud: 0.5, clarity: 0.5, seed: 47 },
    dirt: 0.45,
    paint: (surface, wear) => {
      insects(surface, 1, 21)
      const damage = erode(
        surface,
        { span: 0.1, reachSpan: 0.7, reachChord: 0.1, severity: 0.6, seed: 23 },
        wear,
      )
      return damage
    },
  },
} satisfies Record<string, Shot>
