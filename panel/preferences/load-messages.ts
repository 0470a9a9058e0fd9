import type { Language } from '#domain/text/language.ts'
import { lateScript } from '#panel/ui/late-scripts/late-script.ts'
import { type Messages, TURKISH } from '#panel/words/messages.ts'

/** The texts of Turkish, which most users read, are part of the first script. Those of English are a script of their own. */
const ENGLISH = lateScript(() => import('#content/panel/en.json'))

/** @throws {ScriptError} */
export async function loadMessages(language: Language): Promise<Messages> {
  return language === 'tr' ? TURKISH : (await ENGLISH.load()).default
}

/** Loads the texts of a language before they are needed. A failure has no effect, because `loadMessages` tries again. */
export function preloadMessages(language: Language) {
  if (language !== 'tr') ENGLISH.preload()
}
