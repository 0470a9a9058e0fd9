import { cleanText } from '#domain/clean-text.ts'

/** The fields of the contact form, in their order. */
export const FIELDS = ['name', 'email', 'phone', 'subject', 'message'] as const
export type Field = (typeof FIELDS)[number]

/** The values of the form; empty fields are empty texts. */
export type ContactMessage = Record<Field, string>

export type Mistakes = Partial<Record<Field, 'missing' | 'wrong'>>

const REQUIRED = ['name', 'subject', 'message'] as const
export type RequiredField = (typeof REQUIRED)[number]

/** A tolerant pattern (text, `@`, text with a dot): it finds typing errors and accepts unusual addresses. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

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

export function findMistakes(message: ContactMessage): Mistakes {
  const mistakes: Mistakes = {}
  for (const field of REQUIRED) if (!message[field]) mistakes[field] = 'missing'
  if (message.email && !EMAIL.test(message.email)) mistakes.email = 'wrong'
  return mistakes
}
