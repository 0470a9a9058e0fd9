;(() => {
  globalThis.__zod_globalConfig = { jitless: true }
  const page = document.documentElement
  let language = 'tr'
  try {
    const isDark = localStorage.getItem('kanat.theme') === 'dark'
    page.dataset.theme = isDark ? 'dark' : 'light'
    const color = document.querySelector('meta[name=theme-color]')
    color.content = color.dataset[page.dataset.theme]
    const stored = localStorage.getItem('kanat.language')
    if (stored === 'tr' || stored === 'en') language = stored
    else language = /^tr/i.test(navigator.language) ? 'tr' : 'en'
  } catch {}
  page.lang = page.dataset.language = language
})()
