import { html } from 'hono/html'
import company from '#content/company.json' with { type: 'json' }
import type { ContactMessage } from '#domain/contact.ts'
import type { Language } from '#domain/text/language.ts'
import { letter } from '#server/infrastructure/mail/letter.ts'
import { mailTexts } from '#server/infrastructure/mail/mail-texts.ts'
import type { Mail } from '#server/infrastructure/mail/mailer.ts'

/** The mail with a visitor's message to the company, in the visitor's language. Replies go to the visitor. */
export async function contactMail(
  language: Language,
  { name, email, phone, subject, message }: ContactMessage,
): Promise<Mail> {
  const words = mailTexts(language, 'contact')
  const title = words('subject', { subject })
  const facts: [label: string, value: string][] = [
    [words('name'), name],
    [words('email'), email],
    [words('phone'), phone],
  ]
  const given = facts.filter(([, value]) => value !== '')
  const body = html`
    <p style="margin:0 0 16px;font-weight:600">${subject}</p>
    <p style="margin:0 0 24px;white-space:pre-wrap">${message}</p>
    ${given.map(
      ([label, value]) =>
        html`<p class="soft" style="margin:0;color:#4a5b60;font-size:14px;line-height:22px">${label}: ${value}</p>`,
    )}`
  return {
    to: company.email,
    ...(email !== '' && { replyTo: email }),
    subject: title,
    text: `${message}\n\n-- \n${given.map(([label, value]) => `${label}: ${value}`).join('\n')}\n`,
    html: await letter({ language, title, signature: words('signature'), body }),
  }
}
