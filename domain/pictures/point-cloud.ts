import * as z from 'zod'

/**
 * The bytes of one point in a node: x, y and z relative to the origin of the cloud as 32-bit floats (little endian), then red, green and
 * blue (sRGB), then the intensity.
 */
export const CLOUD_POINT_BYTES = 16
/** The intensity of a point without one. The others have 0 to 254, scaled to the range of intensities. */
export const NO_INTENSITY = 255

/** The bytes of one entry of the node table; see `readCloudNodes`. */
export const CLOUD_NODE_BYTES = 40

/** A sample of the points in one octree cell; its descendants have the others. */
export interface CloudNode {
  /** Its number, a part of its address. A parent has a smaller number than its children. */
  number: number
  /** The number of its parent; -1 for the root. */
  parent: number
  /** 0 for the root. Cells halve in width with each level. */
  level: number
  points: number
  /** The bounding box of its own points, relative to the origin: x, y, z of both corners. */
  box: readonly [number, number, number, number, number, number]
}

const triple = z.tuple([z.number(), z.number(), z.number()])
const range = z.tuple([z.number(), z.number()])

/** A point cloud ready to be shown. */
export const PointCloud = z.object({
  /** The number of points with a position. */
  points: z.int().positive(),
  /** The number of points in the file, some of which may have no position. */
  file_points: z.int().positive(),
  /** The offset subtracted from the file's coordinates, in its own unit, usually metres. */
  origin: triple,
  /**
   * The centre of a cloud if its file has degrees, in WGS 84; else null. x and y of its points, and of the fields here, are metres east and
   * north of it.
   */
  middle: z.object({ longitude: z.number(), latitude: z.number() }).nullable(),
  /** The bounding box of the points without a few far outliers, relative to the origin. */
  min: triple,
  max: triple,
  /** The width of the root cell, in the unit of the file. */
  cell: z.number().positive(),
  has_colours: z.boolean(),
  /** The range of the height colours, relative to the origin: 1 % of the points are lower, 1 % higher. */
  heights: range,
  /** The same for the file's intensities, or null. */
  intensities: range.nullable(),
  /** The address of the node table: binary, `CLOUD_NODE_BYTES` each, little endian. */
  nodes_url: z.string(),
  /** The address template of a node's points, with `{node}` for its number. */
  node_url: z.string(),
})
export type PointCloud = z.infer<typeof PointCloud>

/** The answer of `GET /turbines/{id}/photos/{photoId}/cloud`. */
export const PointCloudState = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('preparing'),
    /** The progress, from 0 to 1; null if unknown. */
    share: z.number().min(0).max(1).nullable(),
  }),
  z.object({ state: z.literal('ready'), ...PointCloud.shape }),
])
export type PointCloudState = z.infer<typeof PointCloudState>

/** Reads the node table. @throws RangeError if it is damaged */
export function readCloudNodes(table: ArrayBuffer): CloudNode[] {
  const view = new DataView(table)
  if (table.byteLength === 0 || table.byteLength % CLOUD_NODE_BYTES !== 0)
    throw new RangeError('The table of nodes is damaged.')
  return Array.from({ length: table.byteLength / CLOUD_NODE_BYTES }, (_, number) => {
    const at = number * CLOUD_NODE_BYTES
    const parent = view.getInt32(at, true)
    if (number === 0 ? parent !== -1 : parent < 0 || parent >= number)
      throw new RangeError('The table of nodes is damaged.')
    const corner = (index: number) => view.getFloat32(at + 12 + index * 4, true)
    return {
      number,
      parent,
      level: view.getUint32(at + 4, true),
      points: view.getUint32(at + 8, true),
      box: [corner(0), corner(1), corner(2), corner(3), corner(4), corner(5)],
    }
  })
}
