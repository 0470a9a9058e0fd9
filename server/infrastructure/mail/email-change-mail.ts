import { html } from 'hono/html'
import company from '#content/company.json' with { type: 'json' }
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import type { Language } from '#domain/text/language.ts'
import { letter, oneLine } from './letter.ts'
import { mailTexts } from './mail-texts.ts'
import type { Mail } from './mailer.ts'

/** A change of a user's sign-in address. */
export interface EmailChange {
  first_name: string
  /** The new address. */
  email: string
  /** The name of the person who changed it. */
  changedBy: string
  /** False while no password can be mailed to the new address. */
  isConfirmed: boolean
}

/** The mail about a changed e-mail address, sent to the former and the new one. */
export async function emailChangeMail(
  language: Language,
  origin: string,
  to: string,
  { first_name, email, changedBy, isConfirmed }: EmailChange,
): Promise<Mail> {
  const words = mailTexts(language, 'email_changed')
  const greeting = words('greeting', { name: oneLine(first_name) })
  const lead = words('lead', { by: oneLine(changedBy) })
  const details = isConfirmed ? [words('password')] : [words('password'), words('unconfirmed')]
  const notYou = words('not_you', { contact: company.email })
  const link = origin + PANEL_ADDRESSES.signIn

  const text = [
    greeting,
    lead,
    `    ${email}`,
    ...details,
    `${words('action')}: ${link}`,
    notYou,
    `-- \n${words('signature')}`,
  ]
  const body = html`
    <p style="margin:0 0 16px">${greeting}</p>
    <p style="margin:0 0 24px">${lead}</p>
    <p class="password" style="margin:0 0 24px;padding:20px 8px;background-color:#eef4f5;border-radius:8px;text-align:center;font-weight:600;overflow-wrap:anywhere">${email}</p>
    ${details.map((detail) => html`<p style="margin:0 0 16px">${detail}</p>`)}
    <p style="margin:0 0 24px">${words('action')}: <a href="${link}">${link}</a></p>
    <p class="soft" style="margin:0;color:#4a5b60;font-size:14px;line-height:22px">${notYou}</p>`
  return {
    to,
    subject: words('subject'),
    text: `${text.join('\n\n')}\n`,
    html: await letter({ language, title: words('subject'), signature: words('signature'), body }),
  }
}
