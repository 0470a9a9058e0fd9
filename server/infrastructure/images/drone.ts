import type { PhotoExif } from '#domain/photo.ts'
import type { Xmp } from '#server/infrastructure/exif/read-xmp.ts'
import { decimalOf } from './decimal.ts'
import { DJI, PARROT, PIX4D } from './namespaces.ts'

/** The greatest height above the place of the take-off that counts, in metres. A drone can also be below it. */
const HEIGHT_MAX = 20_000

/** What a drone wrote about its flight. */
export function droneOf(xmp: Xmp): Pick<PhotoExif, 'gimbal' | 'flight_yaw' | 'relative_altitude'> {
  return {
    gimbal: gimbalOf(xmp),
    flight_yaw: compass(decimalOf(xmp.get(DJI, 'FlightYawDegree'), -360, 360)),
    relative_altitude: decimalOf(xmp.get(DJI, 'RelativeAltitude'), -HEIGHT_MAX, HEIGHT_MAX),
  }
}

/**
 * Where the camera pointed. DJI and Parrot count the pitch from the horizon, Pix4D from straight down.
 *
 * @see DJI Mavic 3 Enterprise user manual, "Photo File"
 * @see https://support.pix4d.com/hc/en-us/articles/202558969 (yaw, pitch, roll)
 */
function gimbalOf(xmp: Xmp): PhotoExif['gimbal'] {
  const angle = (namespace: string, name: string) => decimalOf(xmp.get(namespace, name), -360, 360)
  const [down, yaw, roll] = ['Pitch', 'Yaw', 'Roll'].map((name) => angle(PIX4D, name))
  return (
    knownOf(angle(DJI, 'GimbalPitchDegree'), angle(DJI, 'GimbalYawDegree'), angle(DJI, 'GimbalRollDegree')) ??
    knownOf(
      angle(PARROT, 'CameraPitchDegree'),
      angle(PARROT, 'CameraYawDegree'),
      angle(PARROT, 'CameraRollDegree'),
    ) ??
    knownOf(typeof down === 'number' ? down - 90 : null, yaw ?? null, roll ?? null)
  )
}

function knownOf(pitch: number | null, yaw: number | null, roll: number | null): PhotoExif['gimbal'] {
  const known = { pitch: halfTurn(pitch), yaw: compass(yaw), roll: halfTurn(roll) }
  return Object.values(known).some((angle) => angle !== null) ? known : null
}

/** An angle that is no half turn is an error: nobody knows where the camera pointed. */
function halfTurn(angle: number | null): number | null {
  return angle !== null && Math.abs(angle) <= 180 ? hundredths(angle) : null
}

/** A direction from −360° to 360° as one from 0° up to 360°. */
function compass(angle: number | null): number | null {
  return angle === null ? null : hundredths((angle + 360) % 360) % 360
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100 + 0
}
