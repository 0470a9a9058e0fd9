import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { TOAST_MS } from '#domain/limits.ts'
import { PreferencesProvider } from '#panel/preferences/preferences-provider.tsx'
import { ToastLayer, useNotify } from '#panel/ui/layers/toast.tsx'
import { mount } from '../panel-screen.tsx'

let notify: ReturnType<typeof useNotify>
beforeEach(() => {
  vi.useFakeTimers()
  function Screen() {
    notify = useNotify()
    return null
  }
  mount(
    <PreferencesProvider>
      <Screen />
      <ToastLayer />
    </PreferencesProvider>,
  )
})

const show = (...notice: Parameters<typeof notify>) => act(() => notify(...notice))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const text = () => document.body.textContent

it.each(['success', 'error', 'warning', 'info'] as const)(
  'shows title, message, icon and colour of the type %s, and only an error stays longer than three seconds',
  async (tone) => {
    expect(TOAST_MS).toBe(3000)
    await show({ tone, title: 'Kaydedildi', message: 'Üç fotoğraf' })
    expect(text()).toContain('KaydedildiÜç fotoğraf')
    const colour = { success: 'green', error: 'red', warning: 'amber', info: 'action' }[tone]
    expect(document.querySelector(`svg.text-${colour}`)).not.toBeNull()
    await pass(TOAST_MS - 100)
    expect(text()).toContain('Kaydedildi')
    await pass(1000)
    if (tone === 'error') {
      await pass(20 * TOAST_MS)
      expect(text()).toContain('Kaydedildi')
    } else {
      expect(text()).not.toContain('Kaydedildi')
    }
  },
)

it('stays open if `stays` is set, until the button or Escape closes it', async () => {
  for (const close of [
    () => document.querySelector<HTMLElement>('[aria-label="Kapat"], [aria-label="Dismiss"]')?.click(),
    () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })),
  ]) {
    await show({ tone: 'info', title: 'Bekleyin', stays: true })
    await pass(20 * TOAST_MS)
    expect(text()).toContain('Bekleyin')
    await act(async () => close())
    await pass(1000)
    expect(text()).not.toContain('Bekleyin')
  }
})
