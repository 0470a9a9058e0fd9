import { lightningStrike, missingPaint, oilStreaks } from './burns-and-stains.ts'
import { crack, erode } from './damage.ts'
import { paint } from './film.ts'
import { drainHole, letter, receptor, rootFlange, vortexGenerators } from './fittings.ts'
import { edgeTape, insects } from './gelcoat.ts'
import { DOWN, type Shot } from './shot.ts'

const GREY = paint(0x3f4a52)

/** Photos by a drone: a blade from a few metres away, in front of sky or land. */
export const DRONE_SHOTS = {
  'nose-worn': {
    view: {
      side: 'edge',
      angle: DOWN - 0.22,
      centre: [0.52, 0.1],
      chord: 1.35,
      taper: 0.08,
      metresPerPixel: 0.0022,
    },
    outlook: { horizon: 0.72, cloud: 0.3, clarity: 0.6, seed: 2 },
    dirt: 0.5,
    paint: (surface, wear) => {
      insects(surface, 0.6, 1)
      const damage = erode(
        surface,
        { span: 1.2, reachSpan: 1.3, reachChord: 0.13, severity: 1.15, seed: 1 },
        wear,
      )
      return damage
    },
  },
  'nose-pitted': {
    view: {
      side: 'edge',
      angle: DOWN + 0.12,
      centre: [0.46, -0.1],
      chord: 1.6,
      taper: 0.06,
      metresPerPixel: 0.0019,
    },
    outlook: { horizon: 1.9, cloud: 0.55, clarity: 0.5, seed: 5 },
    dirt: 0.35,
    paint: (surface, wear) => {
      edgeTape(surface, 0.2, 2)
      insects(surface, 0.9, 2)
      const damage = erode(
        surface,
        { span: 1.1, reachSpan: 1.6, reachChord: 0.16, severity: 0.62, seed: 4 },
        wear,
      )
      return damage
    },
  },
  'nose-bare': {
    view: {
      side: 'edge',
      angle: DOWN + 0.5,
      centre: [0.62, -0.05],
      chord: 1.1,
      taper: 0.07,
      metresPerPixel: 0.0014,
    },
    outlook: { horizon: 0.4, cloud: 0.7, clarity: 0.4, seed: 7 },
    dirt: 0.6,
    paint: (surface, wear) => {
      insects(surface, 0.4, 5)
      const damage = erode(
        surface,
        { span: 0.95, reachSpan: 1.1, reachChord: 0.15, severity: 1.5, seed: 7 },
        wear,
      )
      return damage
    },
  },
  'fins-clean': {
    view: { side: 'face', angle: 0.16, centre: [0.3, 0.5], chord: 2.1, taper: 0.12, metresPerPixel: 0.0026 },
    outlook: { horizon: 0.26, cloud: 0.2, clarity: 0.8, seed: 9 },
    dirt: 0.4,
    runOff: 'chord',
    paint: (surface) => {
      insects(surface, 0.8, 3)
      vortexGenerators(surface, { spanFrom: -3, spanTo: 2.1, chord: 0.85 })
      letter(surface, '12', { span: -0.7, chord: 1.42, angle: 0, height: 0.2, colour: GREY })
      return []
    },
  },
  'tip-lightning': {
    view: {
      side: 'face',
      angle: 0.3,
      centre: [0.3, 0.45],
      chord: 0.9,
      taper: 0.1,
      metresPerPixel: 0.0013,
      tip: 1.35,
    },
    outlook: { horizon: 1.8, cloud: 0.2, clarity: 0.6, seed: 3 },
    dirt: 0.45,
    paint: (surface, wear) => {
      edgeTape(surface, 0.12, 2)
      const first = erode(
        surface,
        { span: 0.5, reachSpan: 1, reachChord: 0.05, severity: 0.9, seed: 3 },
        wear,
      )
      receptor(surface, { span: 0.62, chord: 0.36, radius: 0.03, scorch: 0.9 })
      const second = lightningStrike(surface, { span: 0.98, chord: 0.33, reach: 0.11, seed: 2 }, wear)
      return [...second, ...first]
    },
  },
  'tip-sound': {
    view: {
      side: 'face',
      angle: Math.PI - 0.35,
      centre: [0.72, 0.42],
      chord: 0.95,
      taper: 0.1,
      metresPerPixel: 0.0014,
      tip: 1.45,
    },
    outlook: { horizon: 0.78, cloud: 0.4, clarity: 0.9, seed: 11 },
    dirt: 0.3,
    paint: (surface) => {
      edgeTape(surface, 0.13, 4)
      insects(surface, 0.7, 4)
      receptor(surface, { span: 0.95, chord: 0.34, radius: 0.028, scorch: 0.1 })
      drainHole(surface, { span: 1.22, chord: 0.4, radius: 0.009 })
      return []
    },
  },
  'tail-teeth': {
    view: {
      side: 'face',
      angle: -0.2,
      centre: [0.4, 0.3],
      chord: 1.25,
      taper: 0.09,
      metresPerPixel: 0.0018,
      teeth: 0.17,
    },
    outlook: { horizon: 0.15, cloud: 0.4, clarity: 0.7, seed: 14 },
    dirt: 0.4,
    runOff: 'chord',
    paint: (surface, wear) => {
      insects(surface, 0.7, 6)
      const damage = crack(
        surface,
        { span: 0.1, chord: 1.02, angle: 0.06, length: 0.9, opening: 4, seed: 8, branching: 0 },
        wear,
      )
      return damage
    },
  },
  'root-oil': {
    view: {
      side: 'face',
      angle: DOWN,
      centre: [0.45, 0.12],
      chord: 2.3,
      taper: -0.12,
      metresPerPixel: 0.0024,
    },
    outlook: { horizon: 0.66, cloud: 0.6, clarity: 0.6, seed: 16 },
    dirt: 0.5,
    paint: (surface, wear) => {
      const damage = oilStreaks(
        surface,
        { span: -0.02, chord: 1.1, length: 2.6, width: 0.34, strength: 0.85, seed: 3 },
        wear,
      )
      rootFlange(surface, { span: -0.02, spacing: 0.19 })
      letter(surface, 'B', { span: 1.9, chord: 1.75, angle: -DOWN, height: 0.3, colour: GREY })
      return damage
    },
  },
  'paint-lost': {
    view: {
      side: 'face',
      angle: DOWN + 0.3,
      centre: [0.6, 0.05],
      chord: 1.5,
      taper: 0.1,
      metresPerPixel: 0.0017,
    },
    outlook: { horizon: 1.9, cloud: 0.35, clarity: 0.6, seed: 21 },
    dirt: 0.5,
    paint: (surface, wear) => {
      const first = missingPaint(
        surface,
        { span: 0.75, chord: 0.62, reachSpan: 0.5, reachChord: 0.26, seed: 5 },
        wear,
      )
      const second = missingPaint(
        surface,
        { span: 1.45, chord: 0.85, reachSpan: 0.2, reachChord: 0.14, seed: 8 },
        wear,
      )
      const third = erode(
        surface,
        { span: 0.9, reachSpan: 1.4, reachChord: 0.06, severity: 0.9, seed: 9 },
        wear,
      )
      return [...first, ...second, ...third]
    },
  },
  'crack-across': {
    view: {
      side: 'face',
      angle: -0.08,
      centre: [0.35, 0.55],
      chord: 1.7,
      taper: 0.08,
      metresPerPixel: 0.0017,
    },
    outlook: { horizon: 0.12, cloud: 0.3, clarity: 0.5, seed: 25 },
    dirt: 0.6,
    runOff: 'chord',
    paint: (surface, wear) => {
      insects(surface, 0.6, 8)
      const damage = crack(
        surface,
        {
          span: 0.5,
          chord: 0.5,
          angle: DOWN - 0.15,
          length: 0.8,
          opening: 6,
          seed: 12,
          branching: 1,
        },
        wear,
      )
      vortexGenerators(surface, { spanFrom: -3, spanTo: -0.4, chord: 0.7 })
      return damage
    },
  },
  'farm-near': {
    outlook: { horizon: 0.62, cloud: 0.35, clarity: 0.8, seed: 31 },
    turbines: [
      { x: 0.28, y: 0.52, blade: 0.09, turn: 0.9, facing: 0.8, haze: 0.5 },
      { x: 1.32, y: 0.545, blade: 0.065, turn: 0.3, facing: 0.8, haze: 0.62 },
      { x: 0.86, y: 0.4, blade: 0.36, turn: 0.35, facing: 0.86, haze: 0.03 },
    ],
  },
  'farm-evening': {
    outlook: { horizon: 0.74, cloud: 0.7, clarity: 0.4, seed: 36 },
    turbines: [
      { x: 1.2, y: 0.6, blade: 0.1, turn: 0.2, facing: 0.5, haze: 0.55 },
      { x: 1.42, y: 0.64, blade: 0.075, turn: 1.3, facing: 0.5, haze: 0.65 },
      { x: 0.6, y: 0.36, blade: 0.42, turn: 1.05, facing: 0.55, haze: 0.06 },
    ],
  },
} satisfies Record<string, Shot>
