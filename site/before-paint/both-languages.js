;(() => {
  const page = document.documentElement
  let language = 'tr'
  try {
    page.dataset.theme = localStorage.getItem('kanat.theme') === 'dark' ? 'dark' : 'light'
    const stored = localStorage.getItem('kanat.language')
    if (stored === 'tr' || stored === 'en') language = stored
    else language = /^tr/i.test(navigator.language) ? 'tr' : 'en'
  } catch {}
  page.lang = page.dataset.language = language
})()
