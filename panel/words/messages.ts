import tr from '#content/panel/tr.json'
import type { Language } from '#domain/language.ts'
import { lateScript } from '#panel/ui/late-script.ts'

/** The name of a text in `content/panel/`. */
export type MessageId = keyof typeof tr

export type Messages = Record<MessageId, string>

/** The texts of Turkish, which most users read, are part of the first script. Another language is a script of its own. */
const ENGLISH = lateScript(() => import('#content/panel/en.json'))

export const TURKISH: Messages = tr

/** @throws {ScriptError} */
export async function loadMessages(language: Language): Promise<Messages> {
  return language === 'tr' ? TURKISH : (await ENGLISH.load()).default
}

/** Loads the texts of a language before they are needed. A failure has no effect, because `loadMessages` tries again. */
export function preloadMessages(language: Language) {
  if (language !== 'tr') ENGLISH.preload()
}
