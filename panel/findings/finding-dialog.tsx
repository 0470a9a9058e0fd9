import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { Finding, FindingDraft } from '#domain/finding.ts'
import type { Turbine } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import { BACKDROP_CLASS, POPUP_CLASS, TITLE_CLASS } from '#panel/ui/dialog-parts.ts'
import { TextField } from '#panel/ui/text-field.tsx'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import { useText } from '#panel/words/use-text.ts'
import { useAddFinding, useEditFinding } from './change-findings.ts'
import { FindingForm } from './finding-form.tsx'
import { areSameValues, faultOf, fieldsOf, newValues, valuesOf } from './finding-values.ts'

interface FindingDialogProps {
  turbine: Turbine
  /** The finding to edit; undefined adds one without a photo. */
  finding?: Finding
  onClose: () => void
}

/** The days of a finding, which the form beside a photo does not ask for. */
type Days = Pick<Finding, 'found_on' | 'due_reason'> & { own_due_on: string }

/** A form for a finding with all its fields, also for one without a mark on a photo. */
export default function FindingDialog({ turbine, finding, onClose }: FindingDialogProps) {
  const text = useText()
  const { locale } = useIntl()
  const [before] = useState(() => ({
    values: finding ? valuesOf(finding, locale) : newValues({ blade: null, room: null }),
    days: daysOf(finding),
  }))
  const [values, setValues] = useState(before.values)
  const [days, setDays] = useState(before.days)
  const add = useAddFinding(turbine.id, onClose)
  const edit = useEditFinding(turbine.id, { hasForm: true, onEdited: onClose })
  const { isPending, error } = finding ? edit : add
  const isChanged =
    !areSameValues(values, before.values) || JSON.stringify(days) !== JSON.stringify(before.days)
  useUnsavedWork(isChanged)

  function keep(kept = values) {
    const fault = faultOf(kept)
    if (fault) return fault
    const { found_on, own_due_on, due_reason } = days
    const fields: FindingDraft = {
      ...fieldsOf(kept),
      ...{ found_on, year: Number(found_on.slice(0, 4)), due_reason, own_due_on: own_due_on || null },
    }
    if (finding) edit.mutate({ id: finding.id, fields: { ...fields, year: finding.year } })
    else add.mutate(fields)
    return undefined
  }

  return (
    <Dialog.Root open onOpenChange={() => !isPending && onClose()} disablePointerDismissal={isChanged}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP_CLASS} />
        <Dialog.Popup className={`${POPUP_CLASS} flex max-h-[calc(100dvh-3rem)] w-[560px] flex-col`}>
          <Dialog.Title className={`${TITLE_CLASS} border-b border-hairline px-4 py-4`}>
            {finding ? text('findings.edit.title', { number: finding.number }) : text('findings.add')}
          </Dialog.Title>
          <div className="min-h-0 overflow-y-auto p-4">
            <FindingForm
              values={values}
              onChange={setValues}
              onKeep={keep}
              onClose={onClose}
              busy={isPending}
              failure={error && errorText(text, error)}
              asksForBlade
              hasStatus={finding !== undefined}
              earlier={<DayFields days={days} onChange={setDays} />}
            />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function DayFields({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const text = useText()
  const field = (name: keyof Days) => ({
    value: days[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ ...days, [name]: currentTarget.value }),
  })
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextField label={text('findings.foundOn')} type="date" required {...field('found_on')} />
      <TextField
        label={text('findings.ownDueOn')}
        hint={text('findings.ownDueOn.hint')}
        type="date"
        {...field('own_due_on')}
      />
      {days.own_due_on !== '' && (
        <div className="col-span-2">
          <TextField label={text('findings.dueReason')} required {...field('due_reason')} />
        </div>
      )}
    </div>
  )
}

function daysOf(finding: Finding | undefined): Days {
  return {
    found_on: finding?.found_on ?? new Date().toISOString().slice(0, 10),
    own_due_on: finding?.own_due_on ?? '',
    due_reason: finding?.due_reason ?? '',
  }
}
