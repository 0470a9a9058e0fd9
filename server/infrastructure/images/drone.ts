import type { PhotoExif } from '#domain/photo.ts'
import { GIMBAL_FIELDS, type GimbalFields, pitchFromHorizon } from '#domain/pictures/gimbal-fields.ts'
import type { Xmp } from '#server/infrastructure/exif/read-xmp.ts'
import { decimalOf } from './decimal.ts'
import { DJI } from './namespaces.ts'

/** The greatest valid height above take-off, in metres. A drone can also be below it. */
const HEIGHT_MAX = 20_000

/** A drone's flight data. */
export function droneOf(xmp: Xmp): Pick<PhotoExif, 'gimbal' | 'flight_yaw' | 'relative_altitude'> {
  return {
    gimbal: GIMBAL_FIELDS.map((fields) => gimbalOf(xmp, fields)).find((known) => known !== null) ?? null,
    flight_yaw: compass(decimalOf(xmp.get(DJI, 'FlightYawDegree'), -360, 360)),
    relative_altitude: decimalOf(xmp.get(DJI, 'RelativeAltitude'), -HEIGHT_MAX, HEIGHT_MAX),
  }
}

/** The camera direction, by the fields of one maker. */
function gimbalOf(xmp: Xmp, fields: GimbalFields): PhotoExif['gimbal'] {
  const angle = (name: string) => decimalOf(xmp.find(fields.namespace, name, fields.structure), -360, 360)
  const [pitch, roll] = [angle(fields.pitch), angle(fields.roll)]
  const known = {
    pitch: pitch === null ? null : rounded(pitchFromHorizon(pitch, fields.sense)),
    yaw: compass(angle(fields.yaw)),
    // An angle of more than half a turn is an error.
    roll: roll !== null && Math.abs(roll) <= 180 ? rounded(roll) : null,
  }
  return Object.values(known).some((value) => value !== null) ? known : null
}

/** Normalizes a direction from −360° to 360° to 0° up to 360°. */
function compass(angle: number | null): number | null {
  return angle === null ? null : hundredths((angle + 360) % 360) % 360
}

function rounded(value: number | null): number | null {
  return value === null ? null : hundredths(value)
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100 + 0
}
