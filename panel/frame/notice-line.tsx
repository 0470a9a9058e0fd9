import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useIntl } from 'react-intl'
import type { Language } from '#domain/text/language.ts'
import { noticeQuery } from '#panel/data/notice.ts'
import { useText } from '#panel/words/use-text.ts'

/** The sentence of whoever runs the server, below the header of every screen; nothing without one, or while it is not known. */
export function NoticeLine() {
  const text = useText()
  const language = useIntl().locale as Language
  const { data: notice } = useQuery(noticeQuery)
  if (!notice) return null
  return (
    <aside aria-label={text('frame.notice')} className="border-b border-hairline bg-surface-sunken">
      <p className="panel-shelf-wide flex items-center gap-2 py-2 text-caption text-ink-soft">
        <Info aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{notice[language]}</span>
      </p>
    </aside>
  )
}
