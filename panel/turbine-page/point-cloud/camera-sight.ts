import { Box3, Frustum, MathUtils, Matrix4, type PerspectiveCamera, Vector3 } from 'three'
import type { Box, Sight } from './cloud-tree.ts'

/** What a camera sees. @param height of the canvas in pixels of the screen */
export function sightOf(camera: PerspectiveCamera, height: number): Sight {
  camera.updateMatrixWorld()
  const frustum = new Frustum().setFromProjectionMatrix(
    new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
  )
  const pixelsAtOne = height / (2 * Math.tan(MathUtils.degToRad(camera.fov / 2)))
  const box = new Box3()
  const set = ([left, front, bottom, right, back, top]: Box) =>
    box.set(new Vector3(left, front, bottom), new Vector3(right, back, top))
  return {
    sees: (of) => frustum.intersectsBox(set(of)),
    pixels: (width, of) => {
      const distance = set(of).distanceToPoint(camera.position)
      return (width * pixelsAtOne) / Math.max(distance, camera.near)
    },
  }
}
