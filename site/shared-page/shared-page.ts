import type { SharedContent } from '../../domain/inspections/link.ts'
import type { Language } from '../../domain/text/language.ts'
import { element } from './element.ts'
import type { SharedWords } from './shared-words.ts'
import { showContent } from './show-content.ts'

/** The query of the address after a link was opened. Its cookie, not the id, opens it again. */
const ID = 'link'

const main = document.querySelector('main') as HTMLElement
const lang = document.documentElement.lang as Language
const words = JSON.parse(main.dataset.words ?? '') as SharedWords

interface Answer {
  data?: SharedContent
  error?: string
  message?: string
}

void start()
// Another link pasted into the address.
addEventListener('hashchange', () => location.hash && location.reload())

async function start(): Promise<void> {
  const secret = location.hash.slice(1)
  const id = new URLSearchParams(location.search).get(ID)
  if (secret) await open(secret)
  else if (id && /^\d+$/.test(id)) handle(await ask(`/media/links/${id}`))
  else say(words.ended)
}

async function open(secret: string, password?: string): Promise<void> {
  const answer = await ask('/api/links/open', { secret, ...(password !== undefined && { password }) })
  const { error, message } = answer ?? {}
  const asksAgain = password !== undefined && error !== 'link_not_found' && !answer?.data
  if (error !== 'link_password_required' && !asksAgain) {
    handle(answer)
    return
  }
  const failure = error === 'link_password_required' ? '' : (message ?? words.failed)
  askForPassword(failure, (typed) => open(secret, typed))
}

/** @returns undefined without an answer of the server */
async function ask(address: string, body?: object): Promise<Answer | undefined> {
  const headers = { 'Accept-Language': lang, ...(body && { 'Content-Type': 'application/json' }) }
  try {
    const answer = await fetch(
      address,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    )
    return (await answer.json()) as Answer
  } catch {
    return undefined
  }
}

function handle(answer: Answer | undefined): void {
  if (!answer?.data) {
    say(answer?.error === 'link_not_found' ? words.ended : (answer?.message ?? words.failed))
    return
  }
  // Nobody who looks at the screen or the history later has the secret.
  history.replaceState(null, '', `${location.pathname}?${ID}=${answer.data.id}`)
  main.replaceChildren(...showContent(words, lang, answer.data))
}

function say(text: string): void {
  const heading = element('h1', { class: 'text-xl font-medium text-balance' }, text)
  main.replaceChildren(element('div', { role: 'status' }, heading))
}

function askForPassword(failure: string, onTyped: (password: string) => Promise<void>): void {
  const field = element('input', {
    id: 'password',
    type: 'password',
    required: '',
    autocomplete: 'off',
    class: 'mt-1 block h-12 w-full rounded border border-hairline-strong bg-surface px-3',
  })
  const button = element('button', { class: 'button mt-4 bg-action text-on-action' }, words.open)
  const form = element(
    'form',
    { class: 'max-w-sm' },
    element('h1', { class: 'text-2xl font-semibold tracking-tight' }, words.protected),
    element('label', { for: 'password', class: 'mt-6 block font-medium' }, words.password),
    field,
    element('p', { role: 'alert', class: 'mt-2 text-red' }, failure),
    button,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    button.disabled = true
    void onTyped(field.value)
  })
  main.replaceChildren(form)
  field.focus()
}
