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

const wind = 205

function row(points: [right: number, ahead: number, turn: number][]): Turbine[] {
  return points.map(([right, ahead, turnDegrees], index) => ({
    right,
    ahead,
    turnDegrees,
    yawDegrees: wind + ((index * 37) % 9) - 4,
  }))
}

const farm: Turbine[] = row([
  [110, 430, 22],
  [-30, 1010, 77],
  [250, 1080, 100],
  [470, 1000, 45],
  [-380, 1900, 12],
  [-40, 2050, 64],
  [330, 2150, 110],
  [720, 2000, 30],
  [1080, 2050, 85],
  [-1500, 4300, 5],
  [-1050, 4400, 50],
  [-560, 4350, 95],
  [1500, 4300, 25],
  [2000, 4400, 70],
])

export const shots: Record<string, Shot> = {
  'wind-farm-wide': {
    width: 2880,
    height: 1620,
    samples: 16,
    camera: { height: 168, pitchDegrees: 5.5, yawDegrees: 0, verticalFieldDegrees: 34 },
    sun: { azimuthDegrees: 33, elevationDegrees: 5 },
    turbines: farm,
  },
}
