/** Larger files have larger points, so that they do not take long to read. */
const POINT_BYTES = { small: 3, large: 1024 }
const LARGE_FROM_BYTES = 16 * 1024

/** A point cloud that the server accepts, with these bytes behind its header. Its coordinates have one byte each. */
export function pointCloud(bytes: Uint8Array): Buffer {
  const pointBytes = bytes.length < LARGE_FROM_BYTES ? POINT_BYTES.small : POINT_BYTES.large
  const points = Math.floor(bytes.length / pointBytes)
  const rest = pointBytes === POINT_BYTES.small ? [] : [` _`, ` 1`, ` U`, ` ${pointBytes - 3}`]
  const header = [
    '# .PCD v0.7 - Point Cloud Data file format',
    'VERSION 0.7',
    `FIELDS x y z${rest[0] ?? ''}`,
    `SIZE 1 1 1${rest[1] ?? ''}`,
    `TYPE U U U${rest[2] ?? ''}`,
    `COUNT 1 1 1${rest[3] ?? ''}`,
    `WIDTH ${points}`,
    'HEIGHT 1',
    'VIEWPOINT 0 0 0 1 0 0 0',
    `POINTS ${points}`,
    'DATA binary',
  ]
  return Buffer.concat([Buffer.from(`${header.join('\n')}\n`), bytes])
}
