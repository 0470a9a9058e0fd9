import { Check, TriangleAlert } from 'lucide-react'
import type { DoctorEntry } from '#domain/installation/doctor.ts'
import { Card } from '#panel/ui/card.tsx'
import { useText } from '#panel/words/use-text.ts'

/** Every check: what needs a person first, with what to do. */
export function DoctorList({ entries }: { entries: readonly DoctorEntry[] }) {
  const text = useText()
  const troubled = entries.filter(({ problems }) => problems.length > 0)
  const well = entries.filter(({ problems }) => problems.length === 0)
  return (
    <>
      <Card>
        <ul aria-label={text('system.list')} className="divide-y divide-hairline">
          {[...troubled, ...well].map((entry) => (
            <DoctorRow key={entry.check} entry={entry} />
          ))}
        </ul>
      </Card>
      <p className="mt-4 max-w-[80ch] text-caption text-ink-soft">{text('system.command')}</p>
    </>
  )
}

function DoctorRow({ entry: { check, problems, values } }: { entry: DoctorEntry }) {
  const text = useText()
  const isWell = problems.length === 0
  const Icon = isWell ? Check : TriangleAlert
  return (
    <li className="grid grid-cols-[1.5rem_12rem_1fr] gap-x-3 px-5 py-3.5 text-body">
      <Icon
        role="img"
        aria-label={text(isWell ? 'system.isWell' : 'system.needsYou')}
        className={`mt-0.5 size-4.5 ${isWell ? 'text-green' : 'text-amber'}`}
      />
      <h2 className="font-medium text-ink">{text(`doctor.${check}`)}</h2>
      <div className="grid min-w-0 gap-2 wrap-anywhere">
        {isWell && <p className="text-ink-soft">{text(`doctor.${check}.well`, values)}</p>}
        {problems.map((problem) => (
          <div key={problem}>
            <p className="font-medium text-ink">{text(`doctor.problem.${problem}`, values)}</p>
            <p className="mt-0.5 text-ink-soft">{text(`doctor.problem.${problem}.todo`, values)}</p>
          </div>
        ))}
      </div>
    </li>
  )
}
