/**
 * The origin of a pitch: 0 is the horizon and −90 straight down, or 0 is straight down and 90 the horizon. `mixed` counts from straight
 * down, and from the horizon if negative.
 */
export type PitchSense = 'from the horizon' | 'from straight down' | 'mixed'

/** Where a drone maker writes the camera direction in XMP. */
export interface GimbalFields {
  /** Who writes it. */
  makers: string
  /** A part of the namespace: makers change the rest, such as the version. */
  namespace: string
  /** The property whose fields are the angles; without it, they are properties themselves. */
  structure?: string
  pitch: string
  yaw: string
  roll: string
  sense: PitchSense
  source: string
}

/**
 * The fields of the camera direction, by precedence.
 *
 * Knowingly not read: `AboveGroundAltitude` (Parrot, Sentera, MicaSense), which counts from the ground below the drone and not from
 * take-off; `CameraOrientationFLU` and `VehicleOrientation…` of Skydio, which are relative to the drone, or its own; quaternions (Parrot),
 * which are redundant.
 */
export const GIMBAL_FIELDS: readonly GimbalFields[] = [
  {
    makers: 'DJI, Autel',
    namespace: 'www.dji.com/drone-dji/',
    pitch: 'GimbalPitchDegree',
    yaw: 'GimbalYawDegree',
    roll: 'GimbalRollDegree',
    sense: 'from the horizon',
    source: 'DJI Zenmuse P1 user manual, "XMP Data List"; DJI Mavic 3 Enterprise user manual, "Photo File"',
  },
  {
    makers: 'Parrot',
    namespace: 'www.parrot.com/drone-parrot/',
    pitch: 'CameraPitchDegree',
    yaw: 'CameraYawDegree',
    roll: 'CameraRollDegree',
    sense: 'from the horizon',
    source: 'https://developer.parrot.com/docs/groundsdk-tools/photo-metadata.html',
  },
  {
    makers: 'Skydio',
    namespace: 'skydio',
    structure: 'CameraOrientationNED',
    pitch: 'Pitch',
    yaw: 'Yaw',
    roll: 'Roll',
    sense: 'from the horizon',
    source: 'https://support.skydio.com/hc/en-us/articles/4417425974683-Skydio-camera-and-metadata-overview',
  },
  {
    makers: 'senseFly, Sentera, older drones of Autel',
    namespace: 'pix4d.com/camera/',
    pitch: 'Pitch',
    yaw: 'Yaw',
    roll: 'Roll',
    sense: 'mixed',
    source: 'https://support.pix4d.com/hc/en-us/articles/202558969 (yaw, pitch, roll)',
  },
  {
    makers: 'senseFly, first drones',
    namespace: 'ns.sensefly.com/Camera/',
    pitch: 'Pitch',
    yaw: 'Yaw',
    roll: 'Roll',
    sense: 'from straight down',
    source: 'https://orthority.readthedocs.io/en/latest/file_formats/exif_xmp.html',
  },
]

/** The greatest pitch of a gimbal, in degrees: those of drones turn from −135° to 100°. */
const PITCH_MAX = 135

/**
 * The pitch in degrees from the horizon; −90 is straight down.
 *
 * A negative pitch from straight down would be a camera looking backwards below the drone. Some drones, such as the Autel XL715, write the
 * pitch from the horizon into the field of Pix4D, so a negative one counts from the horizon there.
 *
 * @returns null for one that no gimbal can reach
 * @see https://github.com/Theta-Limited/OpenAthenaIOS/issues/62
 */
export function pitchFromHorizon(pitch: number, sense: PitchSense): number | null {
  const isFromStraightDown = sense === 'from straight down' || (sense === 'mixed' && pitch >= 0)
  const angle = isFromStraightDown ? pitch - 90 : pitch
  return Math.abs(angle) <= PITCH_MAX ? angle : null
}
