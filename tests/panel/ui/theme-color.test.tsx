import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { act } from 'react'
import { expect, it } from 'vitest'
import { PreferencesProvider } from '#panel/preferences/preferences-provider.tsx'
import { chooseTheme } from '#panel/preferences/theme.ts'
import { mount } from '../panel-screen.tsx'

const ROOT = join(import.meta.dirname, '../../..')
/** The element that a page has, as the component of the site writes it. */
const [META = ''] =
  readFileSync(join(ROOT, 'site/components/ThemeColor.astro'), 'utf8').match(/<meta [^>]*>/) ?? []

/** Puts the element into the page. @returns the colour that the browser shows now */
function showMeta(): () => string | null {
  document.head.innerHTML = META
  return () => document.querySelector('meta[name=theme-color]')?.getAttribute('content') ?? null
}
const [LIGHT, DARK] = ['light', 'dark'].map((theme) => new RegExp(`data-${theme}="([^"]+)"`).exec(META)?.[1])

it.each(['public-page.js', 'both-languages.js'])('%s shows the colour of the stored theme', (name) => {
  const script = readFileSync(join(ROOT, 'site/before-paint', name), 'utf8')
  const color = showMeta()
  const run = (theme: string) => {
    const listeners = new Map<string, (event: object) => void>()
    runInNewContext(script, {
      document,
      location: { search: '', hash: '', replace() {} },
      localStorage: { getItem: (key: string) => (key === 'kanat.theme' ? theme : 'tr'), setItem() {} },
      navigator: { userAgent: '', language: 'tr' },
      addEventListener: (event: string, listener: (event: object) => void) => listeners.set(event, listener),
    })
    return listeners
  }
  document.documentElement.lang = 'tr'
  for (const [theme, expected] of [
    ['dark', DARK],
    ['light', LIGHT],
  ] as const) {
    const listeners = run(theme)
    expect(color()).toBe(expected)
    // The reader changes the theme in another tab.
    const other = theme === 'dark' ? 'light' : 'dark'
    if (!listeners.has('storage')) continue
    listeners.get('storage')?.({ key: 'kanat.theme', newValue: other })
    expect(color()).toBe(other === 'dark' ? DARK : LIGHT)
  }
})

it('the panel shows the colour of the chosen theme, there and back', async () => {
  const color = showMeta()
  mount(<PreferencesProvider>Kanat</PreferencesProvider>)
  expect(color()).toBe(LIGHT)
  await act(() => chooseTheme('dark'))
  expect(color()).toBe(DARK)
  await act(() => chooseTheme('light'))
  expect(color()).toBe(LIGHT)
})
