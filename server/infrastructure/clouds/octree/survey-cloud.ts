import { CloudRefused } from '#server/infrastructure/clouds/reading/cloud-refused.ts'
import type { CloudSource, PointBatch } from '#server/infrastructure/clouds/reading/cloud-source.ts'
import { hasPosition } from './has-position.ts'
import { shareOfPoint } from './share-of-point.ts'

/** Maximum points of the sample that divides the octree, 40 bytes each. */
const SAMPLE_POINTS = 1_000_000

/** Up to this many points with a position, all are the sample. Most points of an organized cloud may have none. */
const WHOLE_SAMPLE_POINTS = 100_000

/** An even sample of the points with a position. */
export interface CloudSample {
  count: number
  x: Float64Array
  y: Float64Array
  z: Float64Array
  /** Null without any in the file. */
  intensities: Float64Array | null
  /** How many points of the cloud each one represents. */
  weight: number
}

/** The result of one pass over a cloud. */
export interface CloudSurvey {
  /** The number of points with a position. */
  points: number
  /** The maximum of a colour; null without colours: some programs write zeros. */
  brightest: number | null
  sample: CloudSample
}

/**
 * Reads a whole cloud, deterministically.
 *
 * @param onRead called with the number of points read
 * @throws CloudRefused if it is damaged or no point has a position
 */
export async function surveyCloud(
  cloud: CloudSource,
  onRead: (points: number) => void = () => {},
): Promise<CloudSurvey> {
  const chosen = Math.min(1, SAMPLE_POINTS / cloud.points)
  // The sample size is random.
  const sample = new PointList(Math.min(cloud.points, Math.ceil(SAMPLE_POINTS * 1.02) + 1000))
  const first = new PointList(Math.min(cloud.points, WHOLE_SAMPLE_POINTS))
  let [read, points, brightest, strongest] = [0, 0, 0, 0]
  let hasIntensities = false
  for await (const batch of cloud.batches()) {
    for (let index = 0; index < batch.count; index += 1) {
      const [px, py, pz] = [batch.x[index] as number, batch.y[index] as number, batch.z[index] as number]
      if (!hasPosition(px, py, pz)) continue
      points += 1
      first.add(batch, index)
      if (shareOfPoint(read + index) < chosen) sample.add(batch, index)
    }
    if (batch.colours) brightest = greatest(batch.colours, batch.count * 3, brightest)
    if (batch.intensities) {
      hasIntensities = true
      strongest = strongestOf(batch.intensities, batch.count, strongest)
    }
    read += batch.count
    onRead(read)
  }
  if (points === 0) throw new CloudRefused('cloud_empty')
  const found =
    points <= first.room ? { ...first.values, weight: 1 } : { ...sample.values, weight: 1 / chosen }
  return {
    points,
    brightest: brightest > 0 ? brightest : null,
    sample: hasIntensities && strongest > 0 ? found : { ...found, intensities: null },
  }
}

/** Points in arrays of a fixed size. */
class PointList {
  readonly room: number
  readonly #x: Float64Array
  readonly #y: Float64Array
  readonly #z: Float64Array
  readonly #intensities: Float64Array
  #count = 0

  constructor(room: number) {
    this.room = room
    this.#x = new Float64Array(room)
    this.#y = new Float64Array(room)
    this.#z = new Float64Array(room)
    this.#intensities = new Float64Array(room)
  }

  get values(): Omit<CloudSample, 'weight'> {
    return { count: this.#count, x: this.#x, y: this.#y, z: this.#z, intensities: this.#intensities }
  }

  /** Adds the nth point of a batch, if there is room. */
  add({ x, y, z, intensities }: PointBatch, index: number): void {
    if (this.#count === this.room) return
    this.#x[this.#count] = x[index] as number
    this.#y[this.#count] = y[index] as number
    this.#z[this.#count] = z[index] as number
    this.#intensities[this.#count] = intensities?.[index] ?? Number.NaN
    this.#count += 1
  }
}

function greatest(values: Uint16Array, count: number, least: number): number {
  let most = least
  for (let index = 0; index < count; index += 1)
    if ((values[index] as number) > most) most = values[index] as number
  return most
}

/** The greatest absolute value of a finite number. */
function strongestOf(values: Float64Array, count: number, least: number): number {
  let most = least
  for (let index = 0; index < count; index += 1) {
    const value = Math.abs(values[index] as number)
    if (value > most && Number.isFinite(value)) most = value
  }
  return most
}
