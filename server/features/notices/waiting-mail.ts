import { html } from 'hono/html'
import { inspectionAddress } from '#domain/panel-addresses.ts'
import type { Language } from '#domain/text/language.ts'
import { letter, oneLine } from '#server/infrastructure/mail/letter.ts'
import { mailTexts } from '#server/infrastructure/mail/mail-texts.ts'
import type { Mail } from '#server/infrastructure/mail/mailer.ts'
import { unsubscribeAddress } from './unsubscribe-token.ts'
import type { WaitingInspection } from './waiting-inspections.ts'

/** How many inspections a mail names. */
const NAMED_MAX = 20

interface WaitingMail {
  language: Language
  email: string
  first_name: string
  /** Of the link that ends these mails. */
  token: string
  waiting: readonly WaitingInspection[]
}

/** The mail that names the inspections that wait for a user. Mail programs end these mails with one click. @see RFC 8058 */
export async function waitingMail(
  origin: string,
  { language, email, first_name, token, waiting }: WaitingMail,
): Promise<Mail> {
  const words = mailTexts(language, 'notices')
  const n = waiting.length
  const subject = words('subject', { n })
  const greeting = words('greeting', { name: oneLine(first_name) })
  const lead = words('lead', { n })
  const lines = waiting.slice(0, NAMED_MAX).map(({ turbine_id, turbine_name, year, reason, findings }) => ({
    name: words('inspection', { turbine: oneLine(turbine_name), year: String(year) }),
    reason: words(reason, { n: findings }),
    link: origin + inspectionAddress(turbine_id, year),
  }))
  const more = n > NAMED_MAX ? [words('more', { n: n - NAMED_MAX })] : []
  const unsubscribe = unsubscribeAddress(origin, token)
  const text = [
    greeting,
    lead,
    ...lines.map(({ name, reason, link }) => `${name}: ${reason}\n${link}`),
    ...more,
    `${words('unsubscribe')}: ${unsubscribe}`,
    `-- \n${words('signature')}`,
  ]
  const body = html`
    <p style="margin:0 0 16px">${greeting}</p>
    <p style="margin:0 0 16px">${lead}</p>
    ${lines.map(
      ({ name, reason, link }) =>
        html`<p style="margin:0 0 12px"><a href="${link}" style="font-weight:600;overflow-wrap:anywhere">${name}</a><br>${reason}</p>`,
    )}
    ${more.map((line) => html`<p style="margin:0 0 12px">${line}</p>`)}
    <p class="soft" style="margin:24px 0 0;color:#4a5b60;font-size:14px;line-height:22px"><a href="${unsubscribe}">${words('unsubscribe')}</a></p>`
  return {
    to: email,
    subject,
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    text: `${text.join('\n\n')}\n`,
    html: await letter({ language, title: subject, signature: words('signature'), body }),
  }
}
