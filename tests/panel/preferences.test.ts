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

/** Loads the preferences as a new page does. */
async function openPage(browserLanguage = 'de-DE') {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(browserLanguage)
  return {
    ...(await import('#panel/preferences/language.ts')),
    ...(await import('#panel/preferences/theme.ts')),
  }
}

it('uses the stored language for every language of the browser', async () => {
  localStorage.setItem('kanat.language', 'en')
  expect((await openPage('tr-TR')).language.value).toBe('en')
})

it.each([
  ['tr', 'tr'],
  ['TR-tr', 'tr'],
  ['en-GB', 'en'],
  ['de', 'en'],
])('without a stored language, a browser in %s uses %s', async (browser, expected) => {
  expect((await openPage(browser)).language.value).toBe(expected)
})

it('ignores a stored value that is not a language', async () => {
  localStorage.setItem('kanat.language', 'fr')
  expect((await openPage('tr')).language.value).toBe('tr')
})

it('uses Turkish if the browser forbids the storage, and the user can still choose', async () => {
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

it('stores the chosen language and theme', async () => {
  const { chooseLanguage, chooseTheme, theme } = await openPage()
  expect(theme.value).toBe('light')
  chooseLanguage('tr')
  chooseTheme('dark')
  expect(localStorage.getItem('kanat.language')).toBe('tr')
  expect(localStorage.getItem('kanat.theme')).toBe('dark')
})

it('follows a choice or a clearing of the storage in another tab', async () => {
  const { language, theme } = await openPage('en')
  window.dispatchEvent(new StorageEvent('storage', { key: 'kanat.language', newValue: 'tr' }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'kanat.theme', newValue: 'dark' }))
  expect([language.value, theme.value]).toEqual(['tr', 'dark'])
  window.dispatchEvent(new StorageEvent('storage', { key: null, newValue: null }))
  expect([language.value, theme.value]).toEqual(['en', 'light'])
})
