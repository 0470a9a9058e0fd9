import type { Language } from '#domain/text/language.ts'
import { lateFile } from '#panel/ui/late-scripts/late-script.ts'
import type { Messages } from '#panel/words/messages.ts'

/** Each language is two files: the texts of the first screen, and those of all others. Nobody loads a language that is not shown. */
const FILES = {
  tr: {
    first: lateFile(() => import('#content/panel/tr.json?first')),
    rest: lateFile(() => import('#content/panel/tr.json?rest')),
  },
  en: {
    first: lateFile(() => import('#content/panel/en.json?first')),
    rest: lateFile(() => import('#content/panel/en.json?rest')),
  },
}

/** Loads what the first screen needs. @throws {ScriptError} */
export async function loadFirstMessages(language: Language): Promise<Messages> {
  return (await FILES[language].first.load()).default
}

/** @throws {ScriptError} */
export async function loadAllMessages(language: Language): Promise<Messages> {
  const { first, rest } = FILES[language]
  const [some, others] = await Promise.all([first.load(), rest.load()])
  return { ...some.default, ...others.default }
}

/** Loads the texts of a language before they are needed. A failure has no effect, because `loadAllMessages` tries again. */
export function preloadMessages(language: Language) {
  FILES[language].first.preload()
  FILES[language].rest.preload()
}
