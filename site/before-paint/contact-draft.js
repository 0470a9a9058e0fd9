;(() => {
  const KEY = 'kanat.contact-draft'
  const form = document.currentScript.parentElement.querySelector('form')
  const fields = () => [...form.elements].filter(({ name }) => name)

  const typed = ({ name, value }) => (name === 'subject' && value === form.dataset.demoSubject ? '' : value)

  function keep() {
    try {
      sessionStorage.setItem(
        KEY,
        JSON.stringify(Object.fromEntries(fields().map((field) => [field.name, typed(field)]))),
      )
    } catch {}
  }
  function restore() {
    try {
      const draft = JSON.parse(sessionStorage.getItem(KEY)) ?? {}
      for (const field of fields()) field.value = draft[field.name] ?? ''
    } catch {}
    const { subject } = form.elements
    if (new URLSearchParams(location.search).has('demo')) subject.value ||= form.dataset.demoSubject
  }

  restore()
  addEventListener('pageshow', restore)
  form.addEventListener('input', keep)
  form.addEventListener('reset', () => {
    try {
      sessionStorage.removeItem(KEY)
    } catch {}
  })
})()
