import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PublishSheet } from '#domain/inspections/publish-sheet.ts'
import { StateBadge } from '#panel/frame/state/state-badge.tsx'
import { useText } from '#panel/words/use-text.ts'

/** What the publication of an inspection changes for customers, and what it lacks. */
export function PublishFacts({ sheet }: { sheet: PublishSheet }) {
  const text = useText()
  const { letter, findings, undecided, photos, unlooked, told } = sheet
  const { added, changed, removed, solved } = sheet
  const of = (n: number, total: number) => text('inspection.sheet.of', { n, total })
  const { count: n, mailed } = told
  const more = n - told.names.length
  return (
    <dl className="grid grid-cols-[minmax(9rem,auto)_1fr] items-baseline gap-x-4 gap-y-2 text-body">
      <Fact name={text('inspection.sheet.letter')}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <StateBadge state={letter.before} />
          <ArrowRight role="img" aria-label={text('inspection.changes.to')} className="size-3.5" />
          <StateBadge state={letter.after} />
        </span>
      </Fact>
      <Fact name={text('inspection.sheet.findings')}>
        <span className="font-medium">{text('inspection.findings', { n: findings })}</span>
        {findings > 0 && <Severities sheet={sheet} />}
      </Fact>
      <Fact name={text('inspection.sheet.changes')}>
        {text('inspection.sheet.changes.of', { added, changed, removed, solved })}
      </Fact>
      {undecided !== null && (
        <Fact name={text('inspection.sheet.undecided')} warns={undecided > 0}>
          {of(undecided, findings)}
        </Fact>
      )}
      <Fact name={text('inspection.sheet.unlooked')} warns={unlooked > 0}>
        {of(unlooked, photos)}
      </Fact>
      <Fact name={text('inspection.sheet.rooms')}>{of(sheet.rooms_without_photos, sheet.rooms)}</Fact>
      <Fact name={text('inspection.sheet.distance')}>{of(sheet.without_distance, findings)}</Fact>
      <Fact name={text('inspection.sheet.told')}>
        {n === 0
          ? text('inspection.sheet.told.none')
          : text('inspection.sheet.told.of', { n, mailed, names: told.names.join(', '), more })}
      </Fact>
    </dl>
  )
}

interface FactProps {
  name: string
  /** True if somebody has to do something about it, or to say why not. */
  warns?: boolean
  children: ReactNode
}

function Fact({ name, warns = false, children }: FactProps) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className={`min-w-0 wrap-anywhere tabular-nums ${warns ? 'font-medium text-amber' : 'text-ink'}`}>
        {children}
      </dd>
    </>
  )
}

/** The severities that findings have, the worst first. */
function Severities({ sheet }: { sheet: PublishSheet }) {
  const text = useText()
  const some = sheet.severities.filter(({ count }) => count > 0)
  return (
    <ul className="flex flex-wrap gap-x-4 text-ink-soft">
      {some.map(({ severity, count: n }) => (
        <li key={severity}>
          {severity === null
            ? text('inspection.sheet.ungraded', { n })
            : text('inspection.sheet.severity', { severity, n })}
        </li>
      ))}
    </ul>
  )
}
