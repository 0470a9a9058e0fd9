import { useQuery } from '@tanstack/react-query'
import type { Finding } from '#domain/findings/finding.ts'
import { commentsQuery } from '#panel/data/comments.ts'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'

/** What was said about a finding, the newest first. */
export function ReviewTalk({ finding }: { finding: Finding }) {
  const text = useText()
  const dates = useDates()
  const query = useQuery(commentsQuery(finding.turbine_id))
  return (
    <section aria-label={text('comments.title')} className="px-5 py-4">
      <h3 className="text-body font-semibold text-ink">{text('comments.title')}</h3>
      <QueryBoundary
        query={query}
        loading={<Skeleton className="mt-3 h-10 w-full" />}
        failed={text('comments.failed')}
      >
        {(comments) => {
          const own = comments.filter(({ finding_id }) => finding_id === finding.id)
          if (own.length === 0) return <p className="mt-2 text-body text-ink-soft">{text('comments.none')}</p>
          return (
            <ul className="mt-1 divide-y divide-hairline">
              {own.map(({ id, user_name, created_at, comment, audience }) => (
                <li key={id} className="py-3">
                  <p className="text-note text-ink-soft">
                    <span className="font-medium text-ink">{user_name}</span>
                    {' · '}
                    {dates.dayAndTimeOf(created_at)}
                    {audience === 'team' && ` · ${text('comments.audience.team.badge')}`}
                  </p>
                  <p className="mt-1 text-body whitespace-pre-wrap wrap-anywhere text-ink">{comment}</p>
                </li>
              ))}
            </ul>
          )
        }}
      </QueryBoundary>
    </section>
  )
}
