import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import type { InspectionChange } from '#domain/inspections/version.ts'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { ChangeWords } from './change-words.ts'

/** How many records are shown before a click on the button for all. */
const FIRST_RECORDS = 50

interface ChangeListProps {
  changes: InspectionChange[]
  words: ChangeWords
}

/** What has changed in an inspection, by record, each field with its value before and after. */
export function ChangeList({ changes, words }: ChangeListProps) {
  const text = useText()
  const [isWhole, setIsWhole] = useState(false)
  const records = [...Map.groupBy(changes, ({ record, id }) => `${record} ${id}`).values()]
  const shown = isWhole ? records : records.slice(0, FIRST_RECORDS)
  if (records.length === 0)
    return <p className="text-body text-ink-soft">{text('inspection.changes.none')}</p>
  return (
    <>
      <ul className="grid gap-3">
        {shown.map((ofRecord) => {
          const [first] = ofRecord
          return (
            first && (
              <li key={`${first.record} ${first.id}`} className="min-w-0">
                <RecordChanges changes={ofRecord} first={first} words={words} />
              </li>
            )
          )
        })}
      </ul>
      {shown.length < records.length && (
        <Button size="small" variant="outline" className="mt-3" onClick={() => setIsWhole(true)}>
          {text('inspection.changes.all', { n: records.length })}
        </Button>
      )}
    </>
  )
}

interface RecordChangesProps extends ChangeListProps {
  first: InspectionChange
}

function RecordChanges({ changes, first, words }: RecordChangesProps) {
  const text = useText()
  const { record, name } = first
  const title = record === 'inspection' ? text('inspection.changes.inspection') : name
  const kind = kindOf(first)
  if (kind) {
    return (
      <p className="text-body wrap-anywhere text-ink-soft">
        <span className="font-medium text-ink">{title}</span>{' '}
        {text(`inspection.changes.${record === 'photo' ? 'photo' : 'finding'}.${kind}`)}
      </p>
    )
  }
  return (
    <>
      <p className="text-body font-medium wrap-anywhere text-ink">{title}</p>
      <dl className="mt-1 grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-4 gap-y-1 text-body">
        {changes.map((change) => (
          <FieldChange key={change.field} change={change} words={words} />
        ))}
      </dl>
    </>
  )
}

function FieldChange({ change, words }: { change: InspectionChange; words: ChangeWords }) {
  const text = useText()
  const [before, after] = [words.value(change, change.before), words.value(change, change.after)]
  return (
    <>
      <dt className="text-ink-soft">{words.label(change)}</dt>
      <dd className="min-w-0 wrap-anywhere whitespace-pre-line text-ink">
        {before === undefined || after === undefined ? (
          text('inspection.changes.otherwise')
        ) : (
          <>
            <del className="text-ink-soft decoration-ink-faint">{before}</del>
            <ArrowRight
              role="img"
              aria-label={text('inspection.changes.to')}
              className="mx-1.5 inline size-3.5"
            />
            <ins className="font-medium no-underline">{after}</ins>
          </>
        )}
      </dd>
    </>
  )
}

/** A record that is new or gone; undefined for one whose fields have changed. */
function kindOf({ record, field, before, after }: InspectionChange): 'added' | 'removed' | undefined {
  const naming = { finding: 'number', photo: 'name', inspection: undefined }[record]
  if (field !== naming) return undefined
  if (before === null) return 'added'
  return after === null ? 'removed' : undefined
}
