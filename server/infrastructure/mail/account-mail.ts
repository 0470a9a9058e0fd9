import { html } from 'hono/html'
import company from '#content/company.json' with { type: 'json' }
import { INVITATION_MS } from '#domain/limits.ts'
import type { Language } from '#domain/text/language.ts'
import { letter, oneLine } from './letter.ts'
import { mailTexts } from './mail-texts.ts'
import type { Mail } from './mailer.ts'

/** What a user is told about their account: a change that they should know of, or did not make. */
export type AccountNotice =
  | 'new_place'
  | 'password_changed'
  | 'password_set'
  | 'factor_added'
  | 'factor_removed'
  | 'factors_reset'

interface AccountMail {
  email: string
  first_name: string
  /** The address of the button. */
  link: string
  /** The values of the lead. */
  values: Record<string, string>
}

const HOUR_MS = 60 * 60 * 1000

/** A mail about a user's account: a notice, or the invitation of a new user. */
export async function accountMail(
  language: Language,
  kind: AccountNotice | 'invitation',
  { email, first_name, link, values }: AccountMail,
): Promise<Mail> {
  const words = mailTexts(language, 'account')
  const subject = words(`${kind}.subject`)
  const greeting = words('greeting', { name: oneLine(first_name) })
  const lead = words(`${kind}.lead`, values)
  const action = words(kind === 'invitation' ? 'invitation.action' : 'action')
  const last =
    kind === 'invitation'
      ? words('invitation.validity', { hours: INVITATION_MS / HOUR_MS })
      : words('not_you', { contact: company.email })
  const text = [greeting, lead, `${action}: ${link}`, last, `-- \n${words('signature')}`]
  const body = html`
    <p style="margin:0 0 16px">${greeting}</p>
    <p style="margin:0 0 24px">${lead}</p>
    <p style="margin:0 0 32px"><a class="action" href="${link}" style="display:inline-block;padding:12px 24px;background-color:#0f5c69;border-radius:8px;color:#ffffff;font-weight:600;text-decoration:none">${action}</a></p>
    <p class="soft" style="margin:0;color:#4a5b60;font-size:14px;line-height:22px">${last}</p>`
  return {
    to: email,
    subject,
    text: `${text.join('\n\n')}\n`,
    html: await letter({ language, title: subject, signature: words('signature'), body }),
  }
}
