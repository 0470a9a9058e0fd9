// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The preferences as a page that has just been opened has them. */
async function openPage(browserLanguage = 'de-DE') {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(browserLanguage)
  return {
    ...(await import('#panel/preferences/language.ts')),
    ...(await import('#panel/preferences/theme.ts')),
  }
}

it('speaks the stored language, whatever the browser speaks', async () => {
  localStorage.setItem('kanat.language', 'en')
  expect((await openPage('tr-TR')).language.value).toBe('en')
})

it.each([
  ['tr', 'tr'],
  ['TR-tr', 'tr'],
  ['en-GB', 'en'],
  ['de', 'en'],
])('without a stored language, a browser in %s gets %s', async (browser, expected) => {
  expect((await openPage(browser)).language.value).toBe(expected)
})

it('takes a stored word that is no language for none', async () => {
  localStorage.setItem('kanat.language', 'fr')
  expect((await openPage('tr')).language.value).toBe('tr')
})

it('speaks Turkish where the browser refuses its storage, and lets one choose all the same', async () => {
  const denied = () => {
    throw new Error('denied')
  }
  vi.stubGlobal('localStorage', { getItem: denied, setItem: denied })
  const { language, theme, chooseLanguage } = await openPage('en')
  expect(language.value).toBe('tr')
  expect(theme.value).toBe('light')
  chooseLanguage('en')
  expect(language.value).toBe('en')
})

it('stores what is chosen', async () => {
  const { chooseLanguage, chooseTheme, theme } = await openPage()
  expect(theme.value).toBe('light')
  chooseLanguage('tr')
  chooseTheme('dark')
  expect(localStorage.getItem('kanat.language')).toBe('tr')
  expect(localStorage.getItem('kanat.theme')).toBe('dark')
})

it('follows what another tab chooses or clears', async () => {
  const { language, theme } = await openPage('en')
  window.dispatchEvent(new StorageEvent('storage', { key: 'kanat.language', newValue: 'tr' }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'kanat.theme', newValue: 'dark' }))
  expect([language.value, theme.value]).toEqual(['tr', 'dark'])
  window.dispatchEvent(new StorageEvent('storage', { key: null, newValue: null }))
  expect([language.value, theme.value]).toEqual(['en', 'light'])
})
