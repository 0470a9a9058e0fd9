/** A picture to render: the positions of the camera and the sun, and the visible turbines. */
export interface Shot {
  width: number
  height: number
  /** The number of pictures whose average smooths the edges. */
  samples: number
  place: 'hills' | 'coast'
  light: keyof typeof lights
  /** The height in metres and the angles. The camera is at x = 0, z = 0 and looks along -z. */
  camera: { height: number; pitchDegrees: number; yawDegrees: number; verticalFieldDegrees: number }
  /** The azimuth begins at -z (ahead) and grows towards +x (right). */
  sun: { azimuthDegrees: number; elevationDegrees: number }
  turbines: Turbine[]
}

type Color = [red: number, green: number, blue: number]

/** The colours of a time of day, as linear light. `Away` and `Near` refer to the direction of the sun. */
export interface Light {
  skyZenith: Color
  skyMiddle: Color
  skyAway: Color
  skyNear: Color
  sunGlow: Color
  cloudAway: Color
  cloudNear: Color
  sunlight: Color
  /** The light of the sky around the sun on surfaces that face it. */
  warmth: Color
  /** How thick the mist in the valleys is; 1 is a morning in autumn. */
  mistiness: number
  /** How strongly haze hides distant land; 1 is a morning in autumn. */
  haze: number
  /** The part of the sky that clouds cover, 0 to 1. */
  cloudiness: number
}

const morning: Light = {
  skyZenith: [0.016, 0.062, 0.105],
  skyMiddle: [0.075, 0.185, 0.245],
  skyAway: [0.235, 0.285, 0.33],
  skyNear: [1, 0.6, 0.34],
  sunGlow: [1, 0.56, 0.26],
  cloudAway: [0.25, 0.28, 0.33],
  cloudNear: [1.1, 0.7, 0.46],
  sunlight: [6, 3.3, 1.5],
  warmth: [0.38, 0.22, 0.11],
  mistiness: 1,
  haze: 1,
  cloudiness: 0.46,
}

const dusk: Light = {
  skyZenith: [0.008, 0.036, 0.074],
  skyMiddle: [0.05, 0.095, 0.155],
  skyAway: [0.17, 0.165, 0.2],
  skyNear: [0.82, 0.38, 0.19],
  sunGlow: [1, 0.47, 0.2],
  cloudAway: [0.17, 0.15, 0.185],
  cloudNear: [0.95, 0.45, 0.3],
  sunlight: [5.2, 2.4, 1],
  warmth: [0.36, 0.18, 0.11],
  mistiness: 0.04,
  haze: 0.6,
  cloudiness: 0.55,
}

const afternoon: Light = {
  skyZenith: [0.01, 0.055, 0.11],
  skyMiddle: [0.042, 0.155, 0.25],
  skyAway: [0.3, 0.41, 0.49],
  skyNear: [0.62, 0.6, 0.54],
  sunGlow: [0.5, 0.46, 0.38],
  cloudAway: [0.62, 0.67, 0.71],
  cloudNear: [1.05, 1, 0.9],
  sunlight: [3.9, 3.35, 2.6],
  warmth: [0.08, 0.07, 0.06],
  mistiness: 0,
  haze: 0.3,
  cloudiness: 0.8,
}

export const lights = { morning, dusk, afternoon }

export interface Turbine {
  /** The position in metres, to the right of the camera and ahead of it. */
  right: number
  ahead: number
  /** The direction of the rotor: 0 is -z of the camera, 90 is +x. */
  yawDegrees: number
  /** The angle of the rotor. */
  turnDegrees: number
}

/** The direction of the wind. The camera sees some rotors from the side. */
const WIND_DEGREES = 205

function turbine(right: number, ahead: number, turnDegrees: number): Turbine {
  // Each rotor faces a slightly different direction, as in a real wind farm.
  return { right, ahead, turnDegrees, yawDegrees: WIND_DEGREES + ((turnDegrees * 37) % 9) - 4 }
}

const farm: Turbine[] = [
  turbine(150, 1340, 100),
  turbine(-560, 2240, 50),
  turbine(640, 1380, 47),
  turbine(60, 2230, 68),
  turbine(420, 2260, 12),
  turbine(1010, 2240, 85),
  turbine(-1750, 4330, 5),
  turbine(-1290, 4280, 50),
  turbine(-860, 4350, 95),
  turbine(-410, 4300, 31),
  turbine(1500, 4300, 25),
  turbine(2000, 4400, 70),
]

/** Turbines on the crest above the shore, in the order of their distance. */
const shoreRow: Turbine[] = [
  turbine(139, 430, 37),
  turbine(204, 820, 84),
  turbine(262, 1230, 13),
  turbine(318, 1680, 61),
  turbine(372, 2180, 102),
  turbine(425, 2750, 29),
  turbine(482, 3400, 75),
  turbine(560, 4200, 48),
]

/** A row of turbines from the right front of the picture into the hills. */
const ridgeRow: Turbine[] = [
  turbine(-62, 436, 52),
  turbine(-520, 1330, 18),
  turbine(-890, 1320, 88),
  turbine(-1240, 2230, 40),
  turbine(-700, 2260, 74),
  turbine(-1640, 2240, 12),
  turbine(-2500, 4300, 60),
  turbine(-1850, 4330, 15),
  turbine(-1100, 4300, 95),
]

export const shots: Record<string, Shot> = {
  'wind-farm-wide': {
    width: 2880,
    height: 1620,
    samples: 8,
    place: 'hills',
    light: 'morning',
    camera: { height: 168, pitchDegrees: 5.5, yawDegrees: 0, verticalFieldDegrees: 34 },
    sun: { azimuthDegrees: 33, elevationDegrees: 5 },
    turbines: [turbine(112, 432, 22), ...farm],
  },
  'wind-farm-tall': {
    width: 1170,
    height: 2080,
    samples: 8,
    place: 'hills',
    light: 'morning',
    camera: { height: 168, pitchDegrees: 11, yawDegrees: 2, verticalFieldDegrees: 54 },
    sun: { azimuthDegrees: 24, elevationDegrees: 5 },
    // Without the first turbine of the farm, because the tower in front would hide it.
    turbines: [turbine(52, 432, 22), turbine(-95, 1340, 100), ...farm.slice(1)],
  },
  'rotor-close': {
    width: 2400,
    height: 1350,
    samples: 8,
    place: 'hills',
    light: 'morning',
    camera: { height: 168, pitchDegrees: 9.6, yawDegrees: 10.5, verticalFieldDegrees: 12.5 },
    sun: { azimuthDegrees: 33, elevationDegrees: 5 },
    turbines: [turbine(112, 432, 98)],
  },
  'coast-wide': {
    width: 2560,
    height: 1440,
    samples: 6,
    place: 'coast',
    light: 'dusk',
    camera: { height: 96, pitchDegrees: 5, yawDegrees: 0, verticalFieldDegrees: 34 },
    sun: { azimuthDegrees: 6.5, elevationDegrees: 3.2 },
    turbines: shoreRow,
  },
  'coast-tall': {
    width: 1170,
    height: 2080,
    samples: 8,
    place: 'coast',
    light: 'dusk',
    camera: { height: 96, pitchDegrees: 11, yawDegrees: 11, verticalFieldDegrees: 54 },
    sun: { azimuthDegrees: 4, elevationDegrees: 3.2 },
    turbines: shoreRow,
  },
  'ridge-wide': {
    width: 2400,
    height: 1200,
    samples: 6,
    place: 'hills',
    light: 'morning',
    camera: { height: 186, pitchDegrees: 2.6, yawDegrees: -24, verticalFieldDegrees: 25 },
    sun: { azimuthDegrees: -52, elevationDegrees: 9 },
    turbines: ridgeRow,
  },
  'below-wide': {
    width: 2880,
    height: 1620,
    samples: 6,
    place: 'hills',
    light: 'afternoon',
    camera: { height: 60, pitchDegrees: 50, yawDegrees: 0, verticalFieldDegrees: 44 },
    sun: { azimuthDegrees: 78, elevationDegrees: 34 },
    turbines: [turbine(26, 60, 27)],
  },
  'below-tall': {
    width: 1170,
    height: 2080,
    samples: 6,
    place: 'hills',
    light: 'afternoon',
    camera: { height: 60, pitchDegrees: 59, yawDegrees: 6, verticalFieldDegrees: 62 },
    sun: { azimuthDegrees: 78, elevationDegrees: 34 },
    turbines: [turbine(16, 60, 27)],
  },
}
