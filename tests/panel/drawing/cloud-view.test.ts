import { type PerspectiveCamera, type Scene, type ShaderMaterial, Vector3 } from 'three'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CLOUD_POINT_BYTES, type PointCloud } from '#domain/pictures/point-cloud.ts'
import { CloudView } from '#panel/turbine-page/point-cloud/cloud-view.ts'

/** What was drawn last. */
let drawn: { camera: PerspectiveCamera; material: ShaderMaterial }

// There is no WebGL here. Modules of other files do not have the mock.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())
vi.mock('three', async (original) => ({
  ...(await original<typeof import('three')>()),
  WebGLRenderer: class {
    setPixelRatio() {}
    setSize() {}
    dispose() {}
    forceContextLoss() {}
    render(scene: Scene, camera: PerspectiveCamera) {
      const material = scene.getObjectByProperty('type', 'Points') as unknown as { material: ShaderMaterial }
      drawn = { camera, material: material.material }
    }
  },
}))

const CLOUD = {
  min: [100, 100, 0],
  max: [200, 200, 100],
  cell: 100,
  heights: [0, 100],
  node_url: '/media/clouds/1/1/{node}',
} as unknown as PointCloud
const CENTRE = new Vector3(150, 150, 50)
const NODES = [{ number: 0, parent: -1, level: 0, points: 1, box: [100, 100, 0, 200, 200, 100] }] as const

let view: CloudView
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw())
  const events = { onShown: vi.fn(), onTrouble: vi.fn(), onGone: vi.fn() }
  const loaded = { cloud: CLOUD, nodes: [...NODES], rootBytes: new ArrayBuffer(CLOUD_POINT_BYTES) }
  view = new CloudView(document.createElement('canvas'), loaded, events)
  view.setSize(800, 600)
})
afterEach(() => {
  view.dispose()
})

it('a key that is held does not bring the camera so close that nothing brings it back', () => {
  const before = drawn.camera.position.distanceTo(CENTRE)
  for (let step = 0; step < 400; step += 1) view.approach(0.85)
  expect(drawn.camera.position.distanceTo(CENTRE)).toBeGreaterThan(0.0005)
  for (let step = 0; step < 90; step += 1) view.approach(1 / 0.85)
  expect(drawn.camera.position.distanceTo(CENTRE)).toBeGreaterThan(before)
})

it('points keep their size when the page is zoomed', () => {
  view.setPointSize(3)
  expect(drawn.material.uniforms.size?.value).toBe(3)
  vi.stubGlobal('devicePixelRatio', 2)
  view.setSize(400, 300)
  expect(drawn.material.uniforms.size?.value).toBe(6)
})
