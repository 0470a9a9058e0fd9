import { cleanText } from '#domain/text/clean-text.ts'
import { EMAIL_PATTERN } from '#domain/text/email.ts'

/** The fields of the contact form, in their order. */
export const FIELDS = ['name', 'email', 'phone', 'subject', 'message'] as const
export type Field = (typeof FIELDS)[number]

/** The values of the form; empty fields are empty texts. */
export type ContactMessage = Record<Field, string>

/** What is wrong with a field: it is empty, not an address, or refused by the server with this sentence. */
type Mistake = 'missing' | 'wrong' | { said: string }
export type Mistakes = Partial<Record<Field, Mistake>>

const REQUIRED = ['name', 'subject', 'message'] as const
export type RequiredField = (typeof REQUIRED)[number]

export function isRequired(field: Field): field is RequiredField {
  return REQUIRED.some((required) => required === field)
}

export function readMessage(form: HTMLFormElement): ContactMessage {
  const data = new FormData(form)
  const textOf = (field: Field) => cleanText(String(data.get(field) ?? ''))
  return {
    name: textOf('name'),
    email: textOf('email'),
    phone: textOf('phone'),
    subject: textOf('subject'),
    message: textOf('message'),
  }
}

/** What is wrong with a message, as the server sees it. */
export function findMistakes(message: ContactMessage): Mistakes {
  const mistakes: Mistakes = {}
  for (const field of REQUIRED) if (!message[field]) mistakes[field] = 'missing'
  if (message.email && !EMAIL_PATTERN.test(message.email)) mistakes.email = 'wrong'
  return mistakes
}
