import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useIntl } from 'react-intl'
import * as z from 'zod'
import { Notice } from '#domain/notice.ts'
import type { Language } from '#domain/text/language.ts'
import { api } from '#panel/api/api-client.ts'
import { askAgain } from '#panel/api/query-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { useText } from '#panel/words/use-text.ts'

const Answer = z.object({ data: Notice.nullable() })

/** The time after which an open screen asks again, in milliseconds. */
const ASK_EVERY_MS = 60_000

/** The sentence of whoever runs the server, below the header of every screen; nothing without one, or while it is not known. */
export function NoticeLine() {
  const text = useText()
  const language = useIntl().locale as Language
  const { data: notice } = useQuery({
    queryKey: ['notice'],
    queryFn: async ({ signal }) => (await readAnswer(api.notice.$get({}, { init: { signal } }), Answer)).data,
    refetchInterval: (query) => askAgain(query, ASK_EVERY_MS),
    staleTime: ASK_EVERY_MS,
  })
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
