import en from '#content/panel/en.json'
import tr from '#content/panel/tr.json'
import type { Language } from '#domain/language.ts'

/** The name of a text in `content/panel/`. */
export type MessageId = keyof typeof tr

export const MESSAGES: Record<Language, Record<MessageId, string>> = { tr, en }
