import { createBrowserRouter } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { usePanoramaAddress } from '#panel/turbine-page/panorama/use-panorama-address.ts'
import { ADDRESS_DELAY_MS } from '#panel/ui/address/address-params.ts'
import { callerOf, openScreen } from '../panel-screen.tsx'

const DIRECTION = { yaw: 10, pitch: 0, fov: 75 }
const PATH = '/dashboard/turbine/1/360-view'

function openAddress(): ReturnType<typeof usePanoramaAddress> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  window.history.replaceState(undefined, '', `${PATH}?room=3&photo=7`)
  let shown: ReturnType<typeof usePanoramaAddress> | undefined
  const Screen = () => {
    shown = usePanoramaAddress([])
    return null
  }
  openScreen(callerOf(), <Screen />, createBrowserRouter)
  if (!shown) throw new Error('not rendered')
  return shown
}

it('writes the direction into the address of the photo', async () => {
  openAddress().writeDirection(DIRECTION)
  await vi.advanceTimersByTimeAsync(ADDRESS_DELAY_MS)
  expect(window.location.search).toBe('?room=3&photo=7&at=10,0,75')
})

it('writes no direction into the address of another place, also before its screen is there', async () => {
  openAddress().writeDirection(DIRECTION)
  window.history.replaceState(undefined, '', `${PATH}?room=2`)
  await vi.advanceTimersByTimeAsync(ADDRESS_DELAY_MS)
  expect(window.location.search).toBe('?room=2')
})
