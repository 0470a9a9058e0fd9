;(() => {
  const { lang, dataset } = document.documentElement
  const isLanguage = (value) => value === 'tr' || value === 'en'
  function showTheme(theme) {
    dataset.theme = theme === 'dark' ? 'dark' : 'light'
    const color = document.querySelector('meta[name=theme-color]')
    color.content = color.dataset[dataset.theme]
  }
  function speak(language) {
    if (isLanguage(language) && language !== lang && dataset.twin)
      location.replace(dataset.twin + location.search + location.hash)
  }

  function follow() {
    try {
      showTheme(localStorage.getItem('kanat.theme'))
      const stored = localStorage.getItem('kanat.language')
      if (isLanguage(stored)) speak(stored)
      else if (!/bot|crawl|spider/i.test(navigator.userAgent))
        speak(/^tr/i.test(navigator.language) ? 'tr' : 'en')
    } catch {}
  }

  follow()
  addEventListener('pageshow', ({ persisted }) => persisted && follow())
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'kanat.theme') showTheme(newValue)
    if (key === 'kanat.language') speak(newValue)
  })

  addEventListener('click', (event) => {
    const toggle = event.target.closest('a[data-language]')
    if (!toggle) return
    try {
      localStorage.setItem('kanat.language', toggle.dataset.language)
    } catch {}
    if (!dataset.twin || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    location.replace(toggle.pathname + (toggle.dataset.query ?? location.search) + location.hash)
  })
})()
