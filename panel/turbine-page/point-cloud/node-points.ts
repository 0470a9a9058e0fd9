import { BufferAttribute, BufferGeometry, Points, type ShaderMaterial } from 'three'
import { CLOUD_POINT_BYTES } from '#domain/pictures/point-cloud.ts'

/** The points of a node, ready to be drawn. They do not have to be parsed: the server sends them as the graphics card wants them. */
export function makeNodePoints(bytes: ArrayBuffer, material: ShaderMaterial): Points {
  const count = Math.floor(bytes.byteLength / CLOUD_POINT_BYTES)
  const floats = new Float32Array(bytes, 0, count * 4)
  const words = new Uint32Array(bytes, 0, count * 4)
  const positions = new Float32Array(count * 3)
  const shades = new Uint32Array(count)
  for (let index = 0; index < count; index += 1) {
    positions[index * 3] = floats[index * 4] as number
    positions[index * 3 + 1] = floats[index * 4 + 1] as number
    positions[index * 3 + 2] = floats[index * 4 + 2] as number
    shades[index] = words[index * 4 + 3] as number
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(positions, 3))
  geometry.setAttribute('shade', new BufferAttribute(new Uint8Array(shades.buffer), 4, true))
  const points = new Points(geometry, material)
  // The octree knows better what is in view.
  points.frustumCulled = false
  return points
}
