import { Box3, type Points, type Ray, Vector3 } from 'three'

/**
 * Finds the drawn point that is nearest to the eye among those near a ray.
 *
 * @param spread how far from the ray a point may be, as a part of its distance from the eye
 */
export function pickPoint(drawn: Iterable<Points>, ray: Ray, spread: number): Vector3 | undefined {
  const found = new Vector3()
  let nearest = Number.POSITIVE_INFINITY
  const { x: eyeX, y: eyeY, z: eyeZ } = ray.origin
  const { x: dirX, y: dirY, z: dirZ } = ray.direction
  for (const { geometry } of drawn) {
    if (!mayHave(geometry.boundingBox ?? computeBox(geometry), ray, spread)) continue
    const places = geometry.getAttribute('position').array
    for (let at = 0; at < places.length; at += 3) {
      const x = (places[at] as number) - eyeX
      const y = (places[at + 1] as number) - eyeY
      const z = (places[at + 2] as number) - eyeZ
      const along = x * dirX + y * dirY + z * dirZ
      if (along <= 0 || along >= nearest) continue
      const aside = x * x + y * y + z * z - along * along
      if (aside > (along * spread) ** 2) continue
      nearest = along
      found.set(x + eyeX, y + eyeY, z + eyeZ)
    }
  }
  return nearest === Number.POSITIVE_INFINITY ? undefined : found
}

function computeBox(geometry: Points['geometry']): Box3 {
  geometry.computeBoundingBox()
  return geometry.boundingBox ?? new Box3()
}

function mayHave(box: Box3, ray: Ray, spread: number): boolean {
  const farthest = box.distanceToPoint(ray.origin) + box.getSize(new Vector3()).length()
  return ray.intersectsBox(box.clone().expandByScalar(farthest * spread))
}
