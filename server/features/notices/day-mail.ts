import { html } from 'hono/html'
import type { NamedFinding } from '#domain/findings/named-finding.ts'
import type { Notification } from '#domain/notifications.ts'
import { inspectionAddress, notificationAddress } from '#domain/panel-addresses.ts'
import type { Language } from '#domain/text/language.ts'
import { dayInWords } from '#domain/time/day-words.ts'
import { dayIn } from '#domain/time/today.ts'
import { typeName } from '#server/features/findings/finding-types.ts'
import { letter, oneLine } from '#server/infrastructure/mail/letter.ts'
import { mailTexts } from '#server/infrastructure/mail/mail-texts.ts'
import type { Mail } from '#server/infrastructure/mail/mailer.ts'
import { unsubscribeAddress } from './unsubscribe-token.ts'
import type { WaitingInspection } from './waiting-inspections.ts'

/** How many notifications, and how many inspections, a mail names. */
export const NAMED_MAX = 20
/** How many characters of a comment a mail has. */
const COMMENT_MAX = 300

interface DayMail {
  language: Language
  email: string
  first_name: string
  time_zone: string
  /** Of the unsubscribe link. */
  token: string
  /** The newest, and the ids of all. */
  news: { named: readonly Notification[]; ids: readonly number[] }
  waiting: readonly WaitingInspection[]
}

interface Line {
  name: string
  /** Empty if the name suffices. */
  reason: string
  link: string
}

/** The daily mail: a user's notifications and waiting inspections, with one-click unsubscribe. @see RFC 8058 */
export async function dayMail(origin: string, mail: DayMail): Promise<Mail> {
  const { language, email, first_name, token, news, waiting } = mail
  const words = mailTexts(language, 'notices')
  const [n, m] = [news.ids.length, waiting.length]
  const subject =
    m === 0
      ? words('news.subject', { n })
      : n === 0
        ? words('subject', { n: m })
        : words('both.subject', { n, m })
  const greeting = words('greeting', { name: oneLine(first_name) })
  const parts = [
    ...(n > 0
      ? [
          {
            lead: words('news.lead'),
            lines: news.named.map((one) => newsLine(origin, mail, one)),
            more: n > news.named.length ? [words('news.more', { n: n - news.named.length })] : [],
          },
        ]
      : []),
    ...(m > 0
      ? [
          {
            lead: words('lead', { n: m }),
            lines: waiting.slice(0, NAMED_MAX).map((one) => waitingLine(origin, language, one)),
            more: m > NAMED_MAX ? [words('more', { n: m - NAMED_MAX })] : [],
          },
        ]
      : []),
  ]
  const unsubscribe = unsubscribeAddress(origin, token)
  const text = [
    greeting,
    ...parts.flatMap(({ lead, lines, more }) => [
      lead,
      ...lines.map(({ name, reason, link }) => `${reason === '' ? name : `${name}: ${reason}`}\n${link}`),
      ...more,
    ]),
    `${words('unsubscribe')}: ${unsubscribe}`,
    `-- \n${words('signature')}`,
  ]
  const body = html`
    <p style="margin:0 0 16px">${greeting}</p>
    ${parts.map(
      ({ lead, lines, more }) => html`<p style="margin:16px 0">${lead}</p>
    ${lines.map(
      ({ name, reason, link }) =>
        html`<p style="margin:0 0 12px"><a href="${link}" style="font-weight:600;overflow-wrap:anywhere">${name}</a><br>${reason}</p>`,
    )}
    ${more.map((line) => html`<p style="margin:0 0 12px">${line}</p>`)}`,
    )}
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

function waitingLine(
  origin: string,
  language: Language,
  { turbine_id, turbine_name, year, reason, findings }: WaitingInspection,
): Line {
  const words = mailTexts(language, 'notices')
  return {
    name: words('inspection', { turbine: oneLine(turbine_name), year: String(year) }),
    reason: words(reason, { n: findings }),
    link: origin + inspectionAddress(turbine_id, year),
  }
}

function newsLine(origin: string, { language, time_zone }: DayMail, told: Notification): Line {
  const words = mailTexts(language, 'notices')
  const turbine = oneLine(told.turbine_name)
  const link = origin + notificationAddress(told)
  const findingWords = ({ number, type, severity }: NamedFinding) =>
    [number, typeName(type, language), severity].filter((part) => part !== null).join(' · ')
  switch (told.kind) {
    case 'published': {
      const { record, version, state, worst } = told
      return {
        name: words('published', { turbine, year: String(record.id), version }),
        reason: [
          ...(state === 'not_inspected' ? [] : [words('published.state', { state })]),
          ...(worst.length === 0
            ? []
            : [words('published.worst', { findings: worst.map(findingWords).join(', ') })]),
        ].join(' '),
        link,
      }
    }
    case 'comment': {
      const { finding, user_name, comment } = told
      return {
        name: finding
          ? words('comment.finding', { turbine, number: finding.number })
          : words('comment', { turbine }),
        reason: words('comment.text', {
          name: oneLine(user_name),
          comment: oneLine(comment).slice(0, COMMENT_MAX),
        }),
        link,
      }
    }
    case 'due':
      return {
        name: words('due', { turbine, n: told.findings, day: dayInWords(language, told.due_on) }),
        reason: words('due.worst', { finding: findingWords(told.finding) }),
        link,
      }
    case 'review_late':
      return {
        name: words('review_late', { turbine, year: String(told.record.id) }),
        reason: words('review_late.since', {
          day: dayInWords(language, dayIn(time_zone, told.since)),
          days: told.days,
        }),
        link,
      }
    case 'report_ready':
      return {
        name: words('report_ready', { turbine, year: String(told.year) }),
        reason: oneLine(told.name),
        link,
      }
    case 'upload_ready':
      return {
        name: words('upload_ready', { turbine, year: String(told.year) }),
        reason: oneLine(told.name),
        link,
      }
  }
}
