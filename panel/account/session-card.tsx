import { useQuery } from '@tanstack/react-query'
import { Laptop } from 'lucide-react'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { endSessions, listsAfterAccount, sessionsQuery } from '#panel/data/account.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { Badge } from '#panel/ui/badge.tsx'
import { Button } from '#panel/ui/button.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { AccountCard } from './account-card.tsx'
import { deviceName } from './device-name.ts'

/** The open sessions of the caller, who can end the others. */
export function SessionCard() {
  const text = useText()
  const dates = useDates()
  const query = useQuery(sessionsQuery)
  const end = useApiMutation<string | undefined, void>({
    name: ['account.sessions'],
    call: endSessions,
    invalidates: listsAfterAccount,
    failureToast: (error) => ({ title: text('sessions.end.failed'), message: errorText(text, error) }),
  })
  const sessions = query.data ?? []
  return (
    <AccountCard title={text('sessions.title')}>
      <LoadFailure query={query} title={text('sessions.failed')} />
      {query.isLoading && <Skeleton className="h-16" />}
      <ul className="divide-y divide-hairline border-y border-hairline">
        {sessions.map(({ id, device, place, last_seen_at, is_current }) => {
          const name = deviceName(device) || text('sessions.unknown')
          return (
            <li key={id} className="flex items-center gap-3 py-3">
              <Laptop aria-hidden className="size-4.5 shrink-0 text-ink-soft" />
              <span className="min-w-0 flex-1 text-body wrap-anywhere text-ink">
                {name}
                <span className="block text-note text-ink-soft">
                  {place} · {text('sessions.seen', { time: dates.dayAndTimeOf(last_seen_at) })}
                </span>
              </span>
              {is_current ? (
                <Badge tone="good">{text('sessions.current')}</Badge>
              ) : (
                <Button
                  size="small"
                  aria-label={text('sessions.end.named', { name })}
                  busy={end.isPending && end.variables === id}
                  onClick={() => end.mutate(id)}
                >
                  {text('sessions.end')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {sessions.length > 1 && (
        <Button
          className="mt-4"
          busy={end.isPending && end.variables === undefined}
          onClick={() => end.mutate(undefined)}
        >
          {text('sessions.end.others')}
        </Button>
      )}
    </AccountCard>
  )
}
