import { afterAll, expect, it, vi } from 'vitest'
import type { LoadedCloud } from '#panel/turbine-page/point-cloud/use-cloud.ts'
import { callerOf } from '../panel-screen.tsx'

// Modules of other files do not have the mock.
const { disposed, FakeView } = vi.hoisted(() => {
  vi.resetModules()
  const disposed: boolean[] = []
  class FakeView {
    readonly canvas: HTMLCanvasElement
    constructor(canvas: HTMLCanvasElement) {
      this.canvas = canvas
    }
    setSize() {}
    setPointSize() {}
    setColouring() {}
    dispose() {
      disposed.push(this.canvas.isConnected)
    }
  }
  return { disposed, FakeView }
})
vi.mock('#panel/turbine-page/point-cloud/cloud-view.ts', () => ({ CloudView: FakeView }))
afterAll(() => void vi.resetModules())

it('disposes of the view while its canvas is still in the page, where its controls have listeners', async () => {
  const { openScreen } = await import('../panel-screen.tsx')
  const { CloudCanvas } = await import('#panel/turbine-page/point-cloud/cloud-canvas.tsx')
  const nothing = () => undefined
  const { close } = openScreen(
    callerOf(),
    <CloudCanvas
      loaded={{ cloud: { points: 3 } } as LoadedCloud}
      colouring="height"
      pointSize={2}
      onShown={nothing}
      onTrouble={nothing}
      onLost={nothing}
      onGone={nothing}
    />,
  )
  await vi.waitUntil(() => document.querySelector('canvas'))
  close()
  expect(disposed).toEqual([true])
})
