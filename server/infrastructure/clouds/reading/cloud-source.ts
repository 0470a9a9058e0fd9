/** The media types of point clouds. */
export const CLOUD_TYPES = ['application/vnd.pcd', 'application/vnd.las', 'application/vnd.laszip'] as const
export type CloudType = (typeof CLOUD_TYPES)[number]

/** Maximum points of a batch. */
export const BATCH_POINTS = 32_768

/** A batch of points. Its arrays are reused for the next one. */
export interface PointBatch {
  count: number
  /** The coordinates in the file. A point without a position has at least one that is not finite. */
  x: Float64Array
  y: Float64Array
  z: Float64Array
  /** Red, green and blue of each point, with 8 or 16 bits; null without colours. */
  colours: Uint16Array | null
  /** Null without any in the file. NaN for a point without one. */
  intensities: Float64Array | null
}

/** An open point cloud, readable several times. Disposing of it closes the file. */
export interface CloudSource extends AsyncDisposable {
  readonly type: CloudType
  /** The number of points according to the file. */
  readonly points: number
  /** All points in file order. @throws CloudRefused if the file is damaged */
  batches(): AsyncGenerator<PointBatch>
}

export function newBatch(has: { colours: boolean; intensities: boolean }): PointBatch {
  return {
    count: 0,
    x: new Float64Array(BATCH_POINTS),
    y: new Float64Array(BATCH_POINTS),
    z: new Float64Array(BATCH_POINTS),
    colours: has.colours ? new Uint16Array(BATCH_POINTS * 3) : null,
    intensities: has.intensities ? new Float64Array(BATCH_POINTS) : null,
  }
}
