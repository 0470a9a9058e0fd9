import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import type { Language } from '#domain/text/language.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useOpenFinding } from '#panel/findings/open-finding.ts'
import { StateMark } from '#panel/frame/state/state-badge.tsx'
import { placeWords, typeName } from '#panel/words/finding-words.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useMeasureWords } from '#panel/words/use-measure-words.ts'
import { useText } from '#panel/words/use-text.ts'
import { NewestReport } from './newest-report.tsx'
import type { SummaryFacts } from './summary-facts.ts'

/** Grown findings that are named. */
const NAMED_MAX = 3

/** The answer in words: the letter and one sentence, the changes since the inspection before, and the next date. */
export function SummaryAnswer({ turbine, facts }: { turbine: Turbine; facts: SummaryFacts }) {
  const text = useText()
  const intl = useIntl()
  const dates = useDates()
  const { inspection, state, unsolved, worst, most, overdue, nextDue, changes } = facts
  const { year, published_version: version, last_day, first_day } = inspection
  const [first] = worst
  const day = last_day ?? first_day
  return (
    <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
      {state && <StateMark state={state} className="size-16 text-page!" />}
      <div className="min-w-0 flex-1 basis-96">
        <p className="text-section font-semibold tracking-tight text-balance text-ink">
          {state && state !== 'not_inspected' ? text(`state.${state}`) : text('summary.title')}
        </p>
        <p className="mt-0.5 text-lead text-ink">{first ? sentence(first) : nothingFound()}</p>
        <ul className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-body text-ink-soft">
          {changes && (
            <li>
              <Changes changes={changes} />
            </li>
          )}
          {nextDue !== undefined && <li>{text('summary.nextDue', { day: dates.day(nextDue) })}</li>}
          <li>
            {text('summary.inspection', {
              day: day === null ? String(year) : dates.day(day),
              version: version ?? 0,
            })}
          </li>
        </ul>
      </div>
      <NewestReport turbine={turbine} />
    </div>
  )

  /** "4 öncelikli onarım, 6 termin geçti; en ağırı B kanadı, 51,9 m: yıldırım izi." */
  function sentence(finding: Finding): string {
    const counted = most
      ? text('summary.count', most)
      : text('summary.count.notGraded', { n: unsolved.length })
    return text('summary.sentence', {
      counted,
      overdue,
      blade: finding.blade,
      place: placeWords(intl, finding),
      hasPlace: String(finding.from_m !== null),
      type: typeName(intl.locale as Language, finding.type).toLocaleLowerCase(intl.locale),
    })
  }

  function nothingFound(): string {
    return text('summary.nothing', { day: day === null ? String(year) : dates.longDay(day) })
  }
}

/** What is new, grown and solved since the inspection before; the grown ones open their findings. */
function Changes({ changes }: { changes: NonNullable<SummaryFacts['changes']> }) {
  const text = useText()
  const words = useMeasureWords()
  const { open } = useOpenFinding()
  const { before, added, grown, solved } = changes
  const named = grown.filter(({ change }) => change !== undefined).slice(0, NAMED_MAX)
  return (
    <>
      {text('summary.changes', {
        before: String(before),
        added: added.length,
        grown: grown.length,
        solved: solved.length,
      })}
      {named.map(({ finding, change }) => (
        <button
          key={finding.id}
          type="button"
          onClick={() => open(finding)}
          className="ml-2.5 cursor-pointer rounded text-action tabular-nums hover:underline"
        >
          {finding.number} {change && words.change(change)}
        </button>
      ))}
    </>
  )
}
