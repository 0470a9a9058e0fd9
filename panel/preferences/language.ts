import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-react'
import { LANGUAGES, type Language } from '#domain/text/language.ts'
import { type Messages, TURKISH } from '#panel/words/messages.ts'
import { loadMessages } from './load-messages.ts'
import { storedChoice } from './stored-choice.ts'

const { value: chosen, choose } = storedChoice<Language>({
  key: 'kanat.language',
  choices: LANGUAGES,
  initial: () => (navigator.language.toLowerCase().startsWith('tr') ? 'tr' : 'en'),
  withoutStorage: 'tr',
})

const shown = signal<{ language: Language; messages: Messages }>({ language: 'tr', messages: TURKISH })

/** The texts on the screen, with their language. They change when the texts of the chosen language are there. */
export const shownTexts: ReadonlySignal<typeof shown.value> = shown

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
  const messages = await loadMessages(next)
  // The user may have chosen again meanwhile.
  if (chosen.value === next) shown.value = { language: next, messages }
}

async function showChosen() {
  // Until the next try, the panel stays in the language that it has.
  await show(chosen.value).catch(() => undefined)
}

// Another tab may choose as well.
effect(() => void showChosen())
window.addEventListener('online', showChosen)

/** Resolves when the first screen can be drawn in the chosen language, or its texts cannot be loaded. */
export const firstTexts: Promise<void> = showChosen()
