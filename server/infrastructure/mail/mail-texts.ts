import en from '#content/mail/en.json' with { type: 'json' }
import tr from '#content/mail/tr.json' with { type: 'json' }
import type { Language } from '#domain/text/language.ts'
import { formatMessage, type MessageValues } from '#server/infrastructure/format-message.ts'

const TEXTS = { tr, en } as const
type Kind = keyof typeof tr

/** Returns the texts of one kind of mail of `content/mail/`, by their names. */
export function mailTexts<K extends Kind>(language: Language, kind: K) {
  const texts = TEXTS[language][kind] as Record<keyof (typeof tr)[K], string>
  return (name: keyof (typeof tr)[K], values?: MessageValues) => formatMessage(language, texts[name], values)
}
