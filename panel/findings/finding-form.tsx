import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { FINDING_STATUSES } from '#domain/findings/finding.ts'
import type { FindingLine } from '#domain/findings/finding-line.ts'
import {
  FINDING_MEASURES,
  FINDING_SIDES,
  type FindingMeasure,
  type Severity,
} from '#domain/findings/finding-type.ts'
import { BLADES } from '#domain/photo.ts'
import type { Language } from '#domain/text/language.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { DayField } from '#panel/ui/fields/days/day-field.tsx'
import { focusInView } from '#panel/ui/fields/focus-in-view.ts'
import { NativeSelectField } from '#panel/ui/fields/native-select-field.tsx'
import { TextAreaField } from '#panel/ui/fields/text-area-field.tsx'
import { TextField } from '#panel/ui/fields/text-field.tsx'
import { measuresOf, severityWords } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import { FindingSeverityField } from './finding-severity-field.tsx'
import { FindingTypeField, severityOfKey } from './finding-type-field.tsx'
import { type FaultyField, type FindingValues, faultMessage, faultOf } from './finding-values.ts'

/** The severity that stops the turbine. A finger may slip onto it, so the form asks once. */
const HIGHEST = 5

interface FindingFormProps {
  values: FindingValues
  onChange: (values: FindingValues) => void
  /** Keeps these values. @returns the field with a fault, if there is one */
  onKeep: (values: FindingValues) => FaultyField | undefined
  onClose: () => void
  /** The text of the button that closes the form. */
  closeLabel: string
  /** Shown while the server has the values. */
  busy?: boolean
  /** Why the server did not keep the values. */
  failure?: string | null
  /** True if the photo does not say the blade. */
  asksForBlade: boolean
  /** The severity that the server has; undefined for a new finding, whose status cannot be changed yet. */
  storedSeverity: Severity | null | undefined
  /** The button that measures on the photo for a field; nothing if a photo does not show it. */
  ruler?: (measure: FindingMeasure) => ReactNode
  /** Where the finding may be, to take over. */
  placeOffer?: ReactNode
  /** What is measured on the photo, to take over. */
  measured?: ReactNode
  /** The earlier findings to choose from. */
  earlier?: ReactNode
  /** Further buttons at the end, such as one that deletes. */
  actions?: ReactNode
}

/** The fields of a finding. Type, severity and Enter are enough, also in one line; Tab goes to the others. */
export function FindingForm(props: FindingFormProps) {
  const { values, onChange, onKeep, onClose, busy = false, failure, asksForBlade, storedSeverity } = props
  const text = useText()
  const language = useIntl().locale as Language
  const typeField = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [fault, setFault] = useState<FaultyField>()
  /** True after the question whether the highest severity is meant. */
  const [isAsked, setAsked] = useState(false)
  const asksForHighest = values.severity === HIGHEST && storedSeverity !== HIGHEST && !failure
  useEffect(() => typeField.current?.focus({ preventScroll: true }), [])

  function set(changed: Partial<FindingValues>) {
    setFault(undefined)
    if (changed.severity !== undefined) setAsked(false)
    onChange({ ...values, ...changed })
  }
  function keep(kept = values) {
    if (kept !== values) onChange(kept)
    const isHighest = kept.severity === HIGHEST && storedSeverity !== HIGHEST && !failure
    if (isHighest && !isAsked && faultOf(kept) === undefined) {
      setAsked(true)
      return
    }
    const found = onKeep(kept)
    setFault(found)
    const wrong =
      found && form.current?.querySelector<HTMLElement>(`[data-field=${found}] :is(input, select)`)
    if (wrong) focusInView(wrong)
  }
  /** A line that leaves something to choose is only filled in. */
  function takeLine({ severity, side, place, length }: FindingLine, type: string, isClear: boolean) {
    const taken: FindingValues = {
      ...values,
      type,
      ...(severity !== undefined && { severity }),
      ...(side && { side }),
      ...(place !== undefined && { place }),
      ...(length !== undefined && { measures: { ...values.measures, length_mm: length } }),
    }
    if (isClear) keep(taken)
    else set(taken)
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target } = event
    if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
    const isTyping = target.matches('input:not([type=radio]), textarea')
    const severity = isTyping ? undefined : severityOfKey(event.key)
    if (severity !== undefined) {
      set({ severity })
      event.preventDefault()
    }
    const isSubmit =
      event.key === 'Enter' && (target.matches('input') || (target.matches('textarea') && event.shiftKey))
    if (isSubmit && !event.nativeEvent.isComposing) {
      event.preventDefault()
      // A held key would also answer the question about the severity.
      if (!event.repeat) keep()
    }
  }
  const measures = FINDING_MEASURES.filter(
    (measure) =>
      (values.type !== undefined && measuresOf(values.type).includes(measure)) ||
      (values.measures[measure] ?? '') !== '',
  )
  const isQuestion = asksForHighest && isAsked
  const highestAction = severityWords(language, HIGHEST).action
  const faultIn = (field: Parameters<typeof faultMessage>[0]) =>
    fault === field && { error: text(faultMessage(field, values)) }

  return (
    <form
      ref={form}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        keep()
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
    >
      {failure && (
        <Banner tone="error" title={text('findings.notKept')}>
          {failure}
        </Banner>
      )}
      <div data-field="type">
        <FindingTypeField
          ref={typeField}
          value={values.type}
          side={values.side}
          error={fault === 'type' ? text('findings.fault.type') : undefined}
          onChange={set}
          onKeep={keep}
          onLine={takeLine}
        />
      </div>
      <FindingSeverityField value={values.severity} onChange={(severity) => set({ severity })} />
      <div className="grid grid-cols-2 gap-3">
        <div data-field="side" className={asksForBlade ? '' : 'col-span-2'}>
          <NativeSelectField
            placeholder={text('findings.choose')}
            label={text('findings.side')}
            value={values.side}
            options={FINDING_SIDES.map((side) => ({ value: side, label: text(`findings.side.${side}`) }))}
            onChange={(side) => set({ side })}
            {...faultIn('side')}
          />
        </div>
        {asksForBlade && (
          <div data-field="blade">
            <NativeSelectField
              placeholder={text('findings.choose')}
              label={text('findings.blade')}
              value={values.blade}
              options={BLADES.map((blade) => ({ value: blade, label: blade }))}
              onChange={(blade) => set({ blade })}
              {...faultIn('blade')}
            />
          </div>
        )}
        <div data-field="place" className="col-span-2">
          <TextField
            label={text('findings.place.metres')}
            hint={text('findings.place.hint')}
            inputMode="text"
            autoComplete="off"
            value={values.place}
            onChange={({ currentTarget }) => set({ place: currentTarget.value })}
            {...faultIn('place')}
          />
          {values.place === '' && props.placeOffer}
        </div>
        {measures.map((measure) => (
          <div key={measure} data-field={measure}>
            <TextField
              label={text(`findings.measure.${measure}`)}
              inputMode="decimal"
              autoComplete="off"
              trailing={props.ruler?.(measure)}
              value={values.measures[measure] ?? ''}
              onChange={({ currentTarget }) =>
                set({ measures: { ...values.measures, [measure]: currentTarget.value } })
              }
              {...faultIn(measure)}
            />
          </div>
        ))}
      </div>
      {props.measured}
      {props.earlier}
      <TextAreaField
        label={text('findings.text')}
        rows={2}
        value={values.text}
        onChange={({ currentTarget }) => set({ text: currentTarget.value })}
      />
      {storedSeverity !== undefined && (
        <NativeSelectField
          placeholder={text('findings.choose')}
          label={text('findings.status')}
          value={values.status}
          options={FINDING_STATUSES.map((status) => ({
            value: status,
            label: text(`findings.status.${status}`),
          }))}
          onChange={(status) => set({ status })}
        />
      )}
      <div data-field="ownDueOn">
        <DayField
          label={text('findings.ownDueOn')}
          hint={text('findings.ownDueOn.hint')}
          value={values.ownDueOn}
          onChange={(ownDueOn) => set({ ownDueOn })}
          showsFault={fault === 'ownDueOn'}
        />
      </div>
      {values.ownDueOn !== '' && (
        <div data-field="dueReason">
          <TextField
            label={text('findings.dueReason')}
            required
            value={values.dueReason}
            onChange={({ currentTarget }) => set({ dueReason: currentTarget.value })}
            {...faultIn('dueReason')}
          />
        </div>
      )}
      {isQuestion && (
        <div
          ref={scrollIntoForm}
          role="alert"
          className="rounded border border-amber/30 bg-amber-soft px-3.5 py-3"
        >
          <p className="font-medium text-ink">{text('findings.highest', { action: highestAction })}</p>
          <p className="mt-1 text-ink-soft">{text('findings.highest.again')}</p>
        </div>
      )}
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex items-center justify-end gap-2 border-t border-hairline bg-surface px-4 py-3">
        <span className="mr-auto flex gap-1">{props.actions}</span>
        <Button variant="outline" onClick={onClose}>
          {props.closeLabel}
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {text(isQuestion ? 'findings.keep.highest' : 'findings.keep')}
        </Button>
      </div>
    </form>
  )
}

function scrollIntoForm(question: HTMLElement | null) {
  question?.scrollIntoView({ block: 'nearest' })
}
