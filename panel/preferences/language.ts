import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-react'
import { LANGUAGES, type Language } from '#domain/text/language.ts'
import { loadWithEachPart } from '#panel/ui/late-scripts/late-script.ts'
import type { Messages } from '#panel/words/messages.ts'
import { loadAllMessages, loadFirstMessages } from './load-messages.ts'
import { storedChoice } from './stored-choice.ts'

const { value: chosen, choose } = storedChoice<Language>({
  key: 'kanat.language',
  choices: LANGUAGES,
  initial: () => (navigator.language.toLowerCase().startsWith('tr') ? 'tr' : 'en'),
  withoutStorage: 'tr',
})

interface ShownTexts {
  language: Language
  messages: Messages
  /** False while only the texts of the first screen are there. */
  isComplete: boolean
}

const shown = signal<ShownTexts>({ language: chosen.peek(), messages: {}, isComplete: false })

/** The texts on the screen, with their language. They change when the texts of the chosen language are there. */
export const shownTexts: ReadonlySignal<ShownTexts> = shown

/** The language on the screen. */
export const language: ReadonlySignal<Language> = computed(() => shown.value.language)

/**
 * Shows the panel in a language, now and in every tab. Resolves when it is on the screen.
 *
 * @throws {ScriptError} if its texts cannot be loaded. They are tried again when the browser is online, and in the next page.
 */
export function chooseLanguage(next: Language): Promise<void> {
  choose(next)
  return show(next)
}

async function show(next: Language) {
  if (shown.peek().language === next && shown.peek().isComplete) return
  const messages = await loadAllMessages(next)
  // The user may have chosen again meanwhile.
  if (chosen.value === next) shown.value = { language: next, messages, isComplete: true }
}

/** Loads the texts of all screens in the language on the screen. @throws {ScriptError} */
export function completeTexts(): Promise<void> {
  return show(chosen.peek())
}

async function showFirst() {
  const next = chosen.peek()
  const messages = await loadFirstMessages(next)
  // All texts may be there already.
  if (Object.keys(shown.peek().messages).length === 0)
    shown.value = { language: next, messages, isComplete: false }
}

/** Resolves when the first screen can be drawn. Without its texts, the page that the server has sent says that it takes long. */
export const firstTexts: Promise<void> = showFirst().catch(
  () =>
    new Promise((resolve) => window.addEventListener('online', () => resolve(showFirst()), { once: true })),
)

async function showChosen() {
  // Until the next try, the panel stays in the language that it has.
  if (shown.peek().language !== chosen.value) await show(chosen.value).catch(() => undefined)
}

// Another tab may choose as well.
effect(() => void showChosen())
window.addEventListener('online', showChosen)
loadWithEachPart(completeTexts)
