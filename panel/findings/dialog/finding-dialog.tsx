import { Dialog } from '@base-ui/react/dialog'
import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { Finding, FindingDraft } from '#domain/findings/finding.ts'
import { yearOf } from '#domain/time/today.ts'
import { dayFault, TYPED_DAYS } from '#domain/time/typed-day.ts'
import { latestYear } from '#domain/time/year.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useKeptState } from '#panel/session/kept-work.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { BACKDROP_CLASS, POPUP_CLASS, TITLE_CLASS } from '#panel/ui/dialog-parts.ts'
import { useDialogTheme } from '#panel/ui/dialogs/dialog-theme.ts'
import { useDiscardQuestion } from '#panel/ui/dialogs/discard-question.tsx'
import { findFirstField, RestoredNote } from '#panel/ui/dialogs/restored-note.tsx'
import { DayField } from '#panel/ui/fields/days/day-field.tsx'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import { useToday } from '#panel/words/time-zone.ts'
import { useText } from '#panel/words/use-text.ts'
import { FindingForm } from '../finding-form.tsx'
import { type FindingValues, faultOf, fieldsOf, newValues, valuesOf } from '../finding-values.ts'
import { ChangedFinding } from '../kept-finding.ts'
import type { Draft } from '../outbox/marking-work.ts'
import { useAddFinding, useEditFinding } from '../outbox/save-or-wait.ts'
import { readOf, useEditFailure } from '../save-finding.ts'

interface FindingDialogProps {
  turbine: Turbine
  /** The finding to edit; undefined adds one without a photo. */
  finding?: Finding | undefined
  /** What was saved and refused, or undone; the form begins with it. */
  draft?: Draft
  /** Called when the server has the draft, when it waits again, or when the user removes it. */
  onDraftDone?: () => void
  onClose: () => void
}

/** With the day on which it was found, for which the form beside a photo does not ask. */
type FindingEntry = FindingValues & Pick<Finding, 'found_on'>

const UNCHANGED: ChangedFinding = {}

/** A form for a finding with all its fields, also for one without a mark on a photo. */
export default function FindingDialog({ turbine, finding, draft, onDraftDone, onClose }: FindingDialogProps) {
  const text = useText()
  const { locale } = useIntl()
  const theme = useDialogTheme()
  const today = useToday()
  const [before] = useState<FindingEntry>(() => ({
    ...(draft?.values ?? (finding ? valuesOf(finding, locale) : newValues({ blade: null, room: null }))),
    found_on: draft?.foundOn ?? finding?.found_on ?? today,
  }))
  const name = `finding/${turbine.id}/${draft ? `draft${draft.key}` : (finding?.id ?? 'new')}`
  const [changed, setChanged] = useKeptState(name, ChangedFinding, UNCHANGED)
  /** True after an attempt to keep the values. */
  const [isAsked, setAsked] = useState(false)
  const foundOnBounds = { ...TYPED_DAYS, max: `${latestYear()}-12-31` }
  const [isRestored, setRestored] = useState(changed !== UNCHANGED)
  const values = { ...before, ...changed } as FindingEntry
  const isChanged = changed !== UNCHANGED
  const change = (next: Partial<FindingEntry>) => setChanged(differences(before, { ...values, ...next }))
  const sent = useRef(changed)
  const onDone = () => {
    // What was typed after a slow answer's form was opened again stays.
    setChanged((now) => (now === sent.current ? UNCHANGED : now))
    onDraftDone?.()
    onClose()
  }
  const add = useAddFinding(turbine, onDone)
  const read = useRef(draft?.read ?? (finding && readOf(finding)))
  const edit = useEditFinding(turbine, finding?.id, {
    hasForm: true,
    onDone,
    onRead: (record) => {
      read.current = record
    },
  })
  const say = useEditFailure()
  const { isPending, error } = finding ? edit : add
  const discard = () => {
    setChanged(UNCHANGED)
    setRestored(false)
  }
  useUnsavedWork(isChanged, 'changes', { discard })
  const popup = useRef<HTMLDivElement>(null)
  const { close, question } = useDiscardQuestion(isChanged, () => {
    discard()
    onClose()
  })

  function keep(kept: FindingValues) {
    setAsked(true)
    const { found_on } = values
    const fault = faultOf(kept)
    if (fault) return fault
    if (found_on === '' || dayFault(found_on, foundOnBounds) !== undefined) return 'foundOn'
    const fields: FindingDraft = {
      ...fieldsOf(kept),
      found_on,
      year: yearOf(found_on),
    }
    sent.current = differences(before, { ...values, ...kept })
    setChanged(sent.current)
    if (finding)
      edit.mutate({
        finding,
        fields: { ...fields, year: finding.year },
        ...(read.current && { read: read.current }),
      })
    else add.mutate({ fields, values: kept, foundOn: found_on })
    return undefined
  }

  return (
    <Dialog.Root open onOpenChange={() => !isPending && close()} disablePointerDismissal={isChanged}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP_CLASS} />
        <Dialog.Popup
          ref={popup}
          data-theme={theme}
          initialFocus={isRestored ? () => findFirstField(popup.current) : true}
          className={`${POPUP_CLASS} flex max-h-[calc(100dvh-3rem)] w-[560px] flex-col`}
        >
          <Dialog.Title className={`${TITLE_CLASS} border-b border-hairline px-4 py-4`}>
            {finding ? text('findings.edit.title', { number: finding.number }) : text('findings.add')}
          </Dialog.Title>
          <div className="min-h-0 overflow-y-auto p-4">
            {isRestored && (
              <div className="mb-3">
                <RestoredNote onDiscard={discard} />
              </div>
            )}
            <FindingForm
              values={values}
              onChange={change}
              onKeep={keep}
              onClose={close}
              closeLabel={text('common.cancel')}
              busy={isPending}
              failure={error ? say(error) : (draft?.failure ?? null)}
              asksForBlade
              actions={
                draft && (
                  <IconButton
                    label={text('marks.discard')}
                    icon={Trash2}
                    onClick={() => {
                      discard()
                      onDraftDone?.()
                      onClose()
                    }}
                  />
                )
              }
              storedSeverity={finding?.severity}
              earlier={
                <div data-field="foundOn">
                  <DayField
                    label={text('findings.foundOn')}
                    required
                    value={values.found_on}
                    onChange={(found_on) => change({ found_on })}
                    bounds={foundOnBounds}
                    showsFault={isAsked}
                    error={isAsked && values.found_on === '' ? text('field.required') : undefined}
                  />
                </div>
              }
            />
          </div>
          {question}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The fields of `entry` that are not as before. */
function differences(before: FindingEntry, entry: FindingEntry): ChangedFinding {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof FindingEntry])
  return Object.fromEntries(Object.entries(entry).filter(isChanged))
}
