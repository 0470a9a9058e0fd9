import { Box, CalendarClock, FileText, Hourglass, type LucideIcon, MessageSquare, Send } from 'lucide-react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router'
import type { NamedFinding } from '#domain/findings/named-finding.ts'
import type { Notification, NotificationKind } from '#domain/notifications.ts'
import { notificationAddress } from '#domain/panel-addresses.ts'
import type { Language } from '#domain/text/language.ts'
import { StateLetter } from '#panel/frame/state/state-badge.tsx'
import { SeverityMark } from '#panel/ui/severity/severity-mark.tsx'
import { typeName } from '#panel/words/finding-words.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'

const ICONS: Record<NotificationKind, LucideIcon> = {
  published: Send,
  comment: MessageSquare,
  due: CalendarClock,
  review_late: Hourglass,
  report_ready: FileText,
  upload_ready: Box,
}

/** Opens a link in another tab. */
const MIDDLE_BUTTON = 1

interface NotificationItemProps {
  notification: Notification
  /** True for the one that the tab key reaches. */
  isTabStop: boolean
  /** Called when its record is opened, here or in another tab. */
  onOpen: () => void
}

/** A notification as a link to its record. An unread one has a dot. */
export function NotificationItem({ notification, isTabStop, onOpen }: NotificationItemProps) {
  const text = useText()
  const { dayAndTimeOf } = useDates()
  const { kind, read, at } = notification
  const Icon = ICONS[kind]
  return (
    <li className="border-b border-hairline">
      <Link
        to={notificationAddress(notification)}
        data-stop={notification.id}
        tabIndex={isTabStop ? 0 : -1}
        onClick={onOpen}
        onAuxClick={({ button }) => button === MIDDLE_BUTTON && onOpen()}
        className="grid grid-cols-[1.25rem_1fr_0.5rem] gap-x-3 px-5 py-3 outline-offset-[-2px] transition-colors hover:bg-surface-sunken"
      >
        <Icon aria-hidden className={`mt-0.5 size-4 ${read ? 'text-ink-faint' : 'text-action'}`} />
        <span className="grid min-w-0 gap-1">
          <NotificationText notification={notification} />
          <time dateTime={at} className="text-caption text-ink-faint tabular-nums">
            {dayAndTimeOf(at)}
          </time>
        </span>
        {!read && (
          <span className="mt-1.5 size-2 rounded-full bg-action">
            <span className="sr-only">{text('notifications.isUnread')}</span>
          </span>
        )}
      </Link>
    </li>
  )
}

function NotificationText({ notification }: { notification: Notification }) {
  const text = useText()
  const { day, dayOf } = useDates()
  const { turbine_name: turbine, read } = notification
  const title = (words: string) => (
    <span className={`wrap-anywhere text-body ${read ? 'text-ink-soft' : 'font-medium text-ink'}`}>
      {words}
    </span>
  )
  const note = (words: string) => <span className="text-note wrap-anywhere text-ink-soft">{words}</span>
  switch (notification.kind) {
    case 'published': {
      const { record, version, state, worst } = notification
      return (
        <>
          {title(text('notifications.published', { turbine, year: String(record.id), version }))}
          <span className="flex items-center gap-2 text-note text-ink-soft">
            <StateLetter state={state} />
            {text(`state.${state}`)}
          </span>
          {worst.map((finding) => (
            <FindingLine key={finding.id} finding={finding} />
          ))}
        </>
      )
    }
    case 'comment': {
      const { user_name, comment, finding } = notification
      return (
        <>
          {title(
            finding
              ? text('notifications.comment.finding', { name: user_name, turbine, number: finding.number })
              : text('notifications.comment', { name: user_name, turbine }),
          )}
          <span className="line-clamp-3 text-note whitespace-pre-line wrap-anywhere text-ink-soft">
            {comment}
          </span>
        </>
      )
    }
    case 'due': {
      const { due_on, findings, finding } = notification
      return (
        <>
          {title(text('notifications.due', { turbine, n: findings, day: day(due_on) }))}
          <FindingLine finding={finding} />
        </>
      )
    }
    case 'review_late': {
      const { record, since, days } = notification
      return (
        <>
          {title(text('notifications.reviewLate', { turbine, year: String(record.id) }))}
          {note(text('notifications.reviewLate.since', { day: dayOf(since), days }))}
        </>
      )
    }
    case 'report_ready':
      return (
        <>
          {title(text('notifications.reportReady', { turbine, year: String(notification.year) }))}
          {note(notification.name)}
        </>
      )
    case 'upload_ready':
      return (
        <>
          {title(text('notifications.uploadReady', { turbine, year: String(notification.year) }))}
          {note(notification.name)}
        </>
      )
  }
}

function FindingLine({ finding: { severity, number, type } }: { finding: NamedFinding }) {
  const language = useIntl().locale as Language
  return (
    <span className="flex items-center gap-2 text-note text-ink-soft">
      <SeverityMark severity={severity} />
      <span className="min-w-0 truncate">
        {number} · {typeName(language, type)}
      </span>
    </span>
  )
}
