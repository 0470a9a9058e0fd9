;(() => {
  const search = document.currentScript.previousElementSibling
  const [field, list] = [search.querySelector('input'), search.querySelector('ol')]
  const status = search.querySelector('[role=status]')
  const SHOWN = 12
  const AROUND = 90
  let sections

  const LETTERS = { ç: 'c', ğ: 'g', ı: 'i', ö: 'o', ş: 's', ü: 'u', â: 'a', î: 'i' }

  const fold = (text) =>
    text
      .replaceAll('İ', 'i')
      .toLowerCase()
      .replace(/[çğıöşüâî]/g, (letter) => LETTERS[letter])

  function load() {
    sections ??= fetch('/docs/search.json')
      .then((answer) => (answer.ok ? answer.json() : Promise.reject()))
      .then((all) =>
        all.map((section) => ({
          ...section,
          inHeading: fold(`${section.heading} ${section.page}`),
          inText: fold(section.text),
        })),
      )
    sections.catch(() => {
      sections = undefined
    })
    return sections
  }

  function find(all, words) {
    return all
      .map((section) => {
        const { inHeading, inText } = section
        const isFound = words.every((word) => inHeading.includes(word) || inText.includes(word))
        const inName = words.filter((word) => inHeading.includes(word)).length
        const hasPhrase = `${inHeading} ${inText}`.includes(words.join(' '))
        return { section, score: isFound ? 1 + inName * 10 + (hasPhrase ? 5 : 0) : 0 }
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ section }) => section)
  }

  function snippet({ text, inText }, words) {
    const first = words.map((word) => inText.indexOf(word)).filter((place) => place >= 0)
    const near = Math.max(0, Math.min(...(first.length ? first : [0])) - AROUND / 2)
    const begin = near === 0 ? 0 : text.indexOf(' ', near) + 1
    const part = text.slice(begin, begin + 2 * AROUND).replace(/\s\S*$/, '')
    const folded = fold(part)
    const word = words.find((each) => folded.includes(each))
    const place = word === undefined ? -1 : folded.indexOf(word)
    const line = document.createElement('p')
    line.append(begin > 0 ? '… ' : '')
    if (place < 0) line.append(part)
    else {
      const mark = document.createElement('mark')
      mark.textContent = part.slice(place, place + word.length)
      line.append(part.slice(0, place), mark, part.slice(place + word.length))
    }
    line.append(begin + part.length < text.length ? ' …' : '')
    return line
  }

  function show(found, words) {
    const items = found.slice(0, SHOWN).map((section) => {
      const item = document.createElement('li')
      const link = document.createElement('a')
      link.href = section.address
      link.textContent = section.heading
      const page = document.createElement('span')
      page.textContent = section.page
      item.append(link, page, snippet(section, words))
      return item
    })
    list.replaceChildren(...items)
    const { none, one, many } = search.dataset
    status.textContent =
      found.length === 0 ? none : found.length === 1 ? one : many.replace('{n}', found.length)
  }

  async function run() {
    const typed = field.value.trim()
    history.replaceState(
      history.state,
      '',
      typed ? `?${new URLSearchParams({ q: typed })}${location.hash}` : location.pathname + location.hash,
    )
    const words = fold(typed).split(/\s+/).filter(Boolean)
    if (words.length === 0) {
      list.replaceChildren()
      status.textContent = ''
      return
    }
    try {
      const all = await load()
      if (typed === field.value.trim()) show(find(all, words), words)
    } catch {
      if (field.value.trim()) status.textContent = search.dataset.failed
    }
  }

  search.hidden = false
  field.value = new URLSearchParams(location.search).get('q') ?? ''
  if (field.value) void run()
  field.addEventListener('focus', () => load().catch(() => {}))
  field.addEventListener('input', run)
  field.addEventListener('keydown', async ({ key, isComposing }) => {
    if (key !== 'Enter' || isComposing) return
    await run()
    list.querySelector('a')?.click()
  })
})()
