import { useQuery } from '@tanstack/react-query'
import { AlarmClock, CalendarClock, ClipboardCheck, type LucideIcon, Sparkles } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router'
import { DUE_SOON_DAYS } from '#domain/limits.ts'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { hasPermission } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { waitingInspectionsQuery } from '#panel/data/inspections.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { isNew } from '#panel/turbine-list/filters/filter-turbines.ts'
import type { DueFindings } from '#panel/turbine-list/use-due-findings.ts'
import { useListAddress } from '#panel/turbine-list/use-list-address.ts'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'

interface TodayStripProps {
  turbines: readonly Turbine[]
  dueFindings: DueFindings
}

/** What the caller has to do in all turbines. Each number opens a list of exactly what it counts. */
export function TodayStrip({ turbines, dueFindings: { query, due } }: TodayStripProps) {
  const text = useText()
  const id = useId()
  const {
    filters: { onlyNew },
    setFilter,
  } = useListAddress()
  const isInTeam = hasPermission(useCaller(), 'inspection.work')
  const waiting = useQuery({ ...waitingInspectionsQuery, enabled: isInTeam })
  const findings = PANEL_ADDRESSES.findings
  return (
    <section aria-labelledby={id} className="mb-6">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2 id={id} className="text-title font-semibold tracking-tight text-ink">
          {text('today.title')}
        </h2>
        <p className="text-note text-ink-soft">{text(isInTeam ? 'today.all' : 'today.published')}</p>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] gap-3">
        <Figure
          icon={AlarmClock}
          isUrgent
          n={due?.overdue}
          words={text('today.overdue', { n: due?.overdue ?? 0 })}
          open={`${findings}?overdue=true`}
          isMissing={!due && query.error !== null}
        />
        <Figure
          icon={CalendarClock}
          n={due?.soon}
          words={text('today.soon', { n: due?.soon ?? 0, days: DUE_SOON_DAYS })}
          open={`${findings}?overdue=false&due_before=${due?.before}`}
          isMissing={!due && query.error !== null}
        />
        {isInTeam && (
          <Figure
            icon={ClipboardCheck}
            n={waiting.data}
            words={text('today.waiting', { n: waiting.data ?? 0 })}
            open={`${PANEL_ADDRESSES.inspections}?waits=me`}
            isMissing={waiting.error !== null}
          />
        )}
        <Figure
          icon={Sparkles}
          n={turbines.filter(isNew).length}
          words={text('today.new', { n: turbines.filter(isNew).length })}
          open={() => setFilter('new', onlyNew ? undefined : 'true')}
          isOn={onlyNew}
        />
      </ul>
      <LoadFailure query={query.error ? query : waiting} title={text('today.failed')} className="mt-3" />
    </section>
  )
}

interface FigureProps {
  icon: LucideIcon
  /** Undefined until it is known. */
  n: number | undefined
  words: string
  /** What opens the list of what is counted: an address, or a filter of the list below. */
  open: string | (() => void)
  /** True while the filter is set. */
  isOn?: boolean
  /** True if the number could not be loaded. */
  isMissing?: boolean
  /** True for what should not be: a number above 0 is red. */
  isUrgent?: boolean
}

/** A number with its words. What counts nothing opens nothing. */
function Figure({
  icon: Icon,
  n,
  words,
  open,
  isOn = false,
  isMissing = false,
  isUrgent = false,
}: FigureProps) {
  const intl = useIntl()
  const look =
    'flex h-full min-h-15 w-full items-center gap-3 rounded border border-hairline bg-surface px-4 py-2 text-left'
  const active = `${look} cursor-pointer transition-colors hover:border-hairline-strong aria-pressed:border-action aria-pressed:bg-action-soft`
  return <li>{render()}</li>

  function render() {
    if (n === undefined && !isMissing)
      return (
        <div className={look}>
          <Skeleton className="h-7 w-full" />
        </div>
      )
    if (!n && !isOn) return <p className={look}>{content()}</p>
    if (typeof open === 'string')
      return (
        <Link to={open} className={active}>
          {content()}
        </Link>
      )
    return (
      <button type="button" aria-pressed={isOn} onClick={open} className={active}>
        {content()}
      </button>
    )
  }

  function content(): ReactNode {
    const ink = n ? (isUrgent ? 'text-red' : 'text-ink') : 'text-ink-faint'
    return (
      <>
        <Icon aria-hidden className={`size-5 shrink-0 ${isUrgent && n ? 'text-red' : 'text-ink-faint'}`} />
        <span className={`text-section font-semibold tabular-nums ${ink}`}>
          {n === undefined ? '–' : intl.formatNumber(n)}
        </span>
        <span className="text-body text-ink-soft">{words}</span>
      </>
    )
  }
}
