/** A picture to be drawn: where the camera stands, where the sun does, and which turbines it sees. */
export interface Shot {
  width: number
  height: number
  /** Pictures laid over each other to smooth edges. */
  samples: number
  /** Metres; the camera stands at x = 0, z = 0 and looks along -z. */
  camera: { height: number; pitchDegrees: number; yawDegrees: number; verticalFieldDegrees: number }
  /** Azimuth counts from -z (ahead) towards +x (right). */
  sun: { azimuthDegrees: number; elevationDegrees: number }
  turbines: Turbine[]
}

export interface Turbine {
  /** Metres right of the camera and ahead of it. */
  right: number
  ahead: number
  /** Where the rotor faces, from the camera's -z towards +x. */
  yawDegrees: number
  /** How far the rotor has turned. */
  turnDegrees: number
}

/** Across the farm, so that some rotors are seen from the side. */
const WIND_DEGREES = 205

function turbine(right: number, ahead: number, turnDegrees: number): Turbine {
  // No two machines agree wholly about where the wind comes from.
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

export const shots: Record<string, Shot> = {
  'wind-farm-wide': {
    width: 2880,
    height: 1620,
    samples: 8,
    camera: { height: 168, pitchDegrees: 5.5, yawDegrees: 0, verticalFieldDegrees: 34 },
    sun: { azimuthDegrees: 33, elevationDegrees: 5 },
    turbines: [turbine(112, 432, 22), ...farm],
  },
  'wind-farm-tall': {
    width: 1170,
    height: 2080,
    samples: 8,
    camera: { height: 168, pitchDegrees: 11, yawDegrees: 2, verticalFieldDegrees: 54 },
    sun: { azimuthDegrees: 24, elevationDegrees: 5 },
    // The first of the farm would hide behind the tower in front.
    turbines: [turbine(52, 432, 22), turbine(-95, 1340, 100), ...farm.slice(1)],
  },
  'rotor-close': {
    width: 2400,
    height: 1350,
    samples: 8,
    camera: { height: 168, pitchDegrees: 9.6, yawDegrees: 10.5, verticalFieldDegrees: 12.5 },
    sun: { azimuthDegrees: 33, elevationDegrees: 5 },
    turbines: [turbine(112, 432, 98)],
  },
}
