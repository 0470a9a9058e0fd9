/** When and in which direction a photo was taken, as the camera wrote it. */
export interface Shot {
  /** The camera clock's time, without a time zone: `2026-09-12T14:03:05`. */
  takenAt?: string
  /** The direction of a drone's camera, in degrees. */
  yaw?: number
}

/** EXIF and XMP stand at the beginning of a file, before its picture. */
const READ_BYTES = 64 * 1024
/** How many files are read at the same time. */
const READ_AT_ONCE = 8

/** Reads what the cameras wrote into files. A file that cannot be read has none of it. */
export async function readShots(files: readonly File[]): Promise<Shot[]> {
  const shots: Shot[] = []
  const waiting = files.entries()
  async function readNext() {
    for (const [index, file] of waiting) shots[index] = await readShot(file)
  }
  await Promise.all(Array.from({ length: READ_AT_ONCE }, readNext))
  return shots
}

async function readShot(file: File): Promise<Shot> {
  try {
    return shotIn(await file.slice(0, READ_BYTES).arrayBuffer())
  } catch {
    // The upload tells that the file cannot be read.
    return {}
  }
}

/** The fields are searched as text: this only sorts, and the server reads them properly. */
export function shotIn(bytes: ArrayBuffer): Shot {
  const text = new TextDecoder('latin1').decode(bytes)
  const times = [...text.matchAll(/\b((?:19|20)\d\d):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/g)]
    .map(([, year, month, day, time]) => `${year}-${month}-${day}T${time}`)
    .filter((time) => !Number.isNaN(Date.parse(time)))
    .sort()
  const [takenAt] = times
  const yaw = /(?:GimbalYawDegree|CameraYawDegree)(?:="|>)([+-]?\d+(?:\.\d+)?)/.exec(text)?.[1]
  return {
    // An editor writes its own time beside that of the camera, which is the first.
    ...(takenAt !== undefined && { takenAt }),
    ...(yaw !== undefined && { yaw: Number(yaw) }),
  }
}
