import { beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
})

/** Loads the preferences as a new page does. */
async function openPage(browserLanguage = 'de-DE') {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(browserLanguage)
  const preferences = {
    ...(await import('#panel/preferences/language.ts')),
    ...(await import('#panel/preferences/theme.ts')),
  }
  await preferences.firstTexts
  return preferences
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
  await chooseLanguage('en')
  expect(language.value).toBe('en')
})

it('stores the chosen language and theme', async () => {
  const { chooseLanguage, chooseTheme, theme } = await openPage()
  expect(theme.value).toBe('light')
  await chooseLanguage('tr')
  chooseTheme('dark')
  expect(localStorage.getItem('kanat.language')).toBe('tr')
  expect(localStorage.getItem('kanat.theme')).toBe('dark')
})

it('follows a choice or a clearing of the storage in another tab', async () => {
  const { language, theme } = await openPage('en')
  window.dispatchEvent(new StorageEvent('storage', { key: 'kanat.language', newValue: 'tr' }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'kanat.theme', newValue: 'dark' }))
  await vi.waitFor(() => expect([language.value, theme.value]).toEqual(['tr', 'dark']))
  window.dispatchEvent(new StorageEvent('storage', { key: null, newValue: null }))
  await vi.waitFor(() => expect([language.value, theme.value]).toEqual(['en', 'light']))
})

it('stays in its language until the texts of the chosen one are there, and tries again when online', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  let isLost = true
  vi.doMock('#content/panel/en.json?rest', () => {
    if (isLost) throw new Error('lost')
    return { default: { 'preferences.otherLanguage': 'Türkçe' } }
  })
  const { language, shownTexts, chooseLanguage } = await openPage('tr')
  await expect(chooseLanguage('en')).rejects.toThrow('A script could not be loaded')
  expect(language.value).toBe('tr')
  isLost = false
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(language.value).toBe('en'))
  expect(shownTexts.value.messages['preferences.otherLanguage']).toBe('Türkçe')
  vi.doUnmock('#content/panel/en.json?rest')
})

it('shows the language that was chosen last, whatever arrives first', async () => {
  const { language, chooseLanguage } = await openPage('tr')
  const english = chooseLanguage('en')
  const turkish = chooseLanguage('tr')
  await Promise.all([english, turkish])
  expect(language.value).toBe('tr')
})
