import { html } from 'hono/html'
import { MAILED_PASSWORD_MS } from '#domain/limits.ts'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import type { Language } from '#domain/text/language.ts'
import { letter, oneLine } from './letter.ts'
import { mailTexts } from './mail-texts.ts'
import type { Mail } from './mailer.ts'

/** The answer to a password request, the same whether or not the account exists. */
export function resetAnswer(language: Language): string {
  return mailTexts(language, 'password_reset')('answer')
}

/** The mail with a new password. Its link leads to the configured `origin`, never to the request's host. */
export async function passwordMail(
  language: Language,
  origin: string,
  { email, first_name, password }: { email: string; first_name: string; password: string },
): Promise<Mail> {
  const words = mailTexts(language, 'password_reset')
  const greeting = words('greeting', { name: oneLine(first_name) })
  const validity = words('validity', { minutes: MAILED_PASSWORD_MS / 60_000 })
  const link = origin + PANEL_ADDRESSES.signIn

  const text = [
    greeting,
    words('lead'),
    `    ${password}`,
    validity,
    `${words('action')}: ${link}`,
    words('old'),
    words('not_you'),
    `-- \n${words('signature')}`,
  ]
  const body = html`
    <p style="margin:0 0 16px">${greeting}</p>
    <p style="margin:0 0 24px">${words('lead')}</p>
    <p class="password" style="margin:0 0 24px;padding:20px 8px;background-color:#eef4f5;border-radius:8px;text-align:center;font-family:ui-monospace,'SF Mono',Menlo,Consolas,'Liberation Mono',monospace;font-size:22px;line-height:32px;font-weight:600">${password}</p>
    <p style="margin:0 0 24px">${validity}</p>
    <p style="margin:0 0 32px"><a class="action" href="${link}" style="display:inline-block;padding:12px 24px;background-color:#0f5c69;border-radius:8px;color:#ffffff;font-weight:600;text-decoration:none">${words('action')}</a></p>
    <p class="soft" style="margin:0 0 8px;color:#4a5b60;font-size:14px;line-height:22px">${words('old')}</p>
    <p class="soft" style="margin:0;color:#4a5b60;font-size:14px;line-height:22px">${words('not_you')}</p>`
  return {
    to: email,
    subject: words('subject'),
    text: `${text.join('\n\n')}\n`,
    html: await letter({ language, title: words('subject'), signature: words('signature'), body }),
  }
}
