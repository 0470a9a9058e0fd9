/** A point cloud that the server accepts, with one byte for each point. */
export function pointCloud(points: Uint8Array): Buffer {
  const header = [
    '# .PCD v0.7 - Point Cloud Data file format',
    'VERSION 0.7',
    'FIELDS intensity',
    'SIZE 1',
    'TYPE U',
    'COUNT 1',
    `WIDTH ${points.length}`,
    'HEIGHT 1',
    'VIEWPOINT 0 0 0 1 0 0 0',
    `POINTS ${points.length}`,
    'DATA binary',
  ]
  return Buffer.concat([Buffer.from(`${header.join('\n')}\n`), points])
}
