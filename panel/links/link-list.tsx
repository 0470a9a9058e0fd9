import { useQuery } from '@tanstack/react-query'
import type { Link } from '#domain/inspections/link.ts'
import { type Report, reportName } from '#domain/report.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { linksQuery, listsAfterLink, revokeLink } from '#panel/data/links.ts'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { Badge } from '#panel/ui/badge.tsx'
import { Button } from '#panel/ui/button.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'

interface LinkListProps {
  turbineId: number
  /** The reports of the turbine, for their names. */
  reports: readonly Report[]
}

/** The living links of a turbine, each with a button that revokes it. */
export function LinkList({ turbineId, reports }: LinkListProps) {
  const text = useText()
  const query = useQuery(linksQuery(turbineId))
  return (
    <section aria-labelledby="links-title" className="border-t border-hairline pt-4 sm:col-span-2">
      <h3 id="links-title" className="text-body font-semibold text-ink">
        {text('links.living')}
      </h3>
      <QueryBoundary query={query} loading={<Skeleton className="mt-2 h-10" />} failed={text('links.failed')}>
        {(links) =>
          links.length === 0 ? (
            <p className="mt-1 text-body text-ink-soft">{text('links.none')}</p>
          ) : (
            <ul className="divide-y divide-hairline">
              {links.map((link) => (
                <LivingLink key={link.id} link={link} turbineId={turbineId} name={nameOf(link)} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </section>
  )

  function nameOf({ report_id, year }: Link): string {
    const report = reports.find(({ id }) => id === report_id)
    return report
      ? reportName(report.original_filename)
      : text('links.what.inspection', { year: String(year) })
  }
}

function LivingLink({ link, turbineId, name }: { link: Link; turbineId: number; name: string }) {
  const text = useText()
  const dates = useDates()
  const notify = useNotify()
  const { mutate, isPending } = useApiMutation({
    name: () => ['link.delete', link.id],
    call: () => revokeLink(link.id),
    invalidates: () => listsAfterLink(turbineId),
    onSuccess: () => notify({ tone: 'success', title: text('links.revoked') }),
    failureToast: (error) => ({ title: text('links.revokeFailed'), message: errorText(text, error) }),
  })
  const { opened, last_opened_at, expires_at, has_password, places, user_name } = link
  const until = { day: dates.longDayOf(expires_at), name: user_name }
  const last = last_opened_at === null ? '' : dates.longDayOf(last_opened_at)
  return (
    <li className="flex items-start justify-between gap-3 py-2.5">
      <div className="min-w-0 text-note text-ink-soft">
        <p className="flex flex-wrap items-center gap-2 text-body font-medium wrap-anywhere text-ink">
          {name}
          {has_password && <Badge tone="quiet">{text('links.protected')}</Badge>}
        </p>
        <p className="wrap-anywhere">{text('links.line', until)}</p>
        <p>{text('links.opened', { n: opened, day: last })}</p>
        {places.length > 0 && (
          <p className="wrap-anywhere">{text('links.places', { list: places.join(', ') })}</p>
        )}
      </div>
      <Button
        size="small"
        variant="outline"
        busy={isPending}
        aria-label={text('links.revoke.of', { what: name })}
        onClick={() => mutate(undefined)}
      >
        {text('links.revoke')}
      </Button>
    </li>
  )
}
