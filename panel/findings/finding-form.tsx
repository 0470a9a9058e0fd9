import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { FINDING_STATUSES } from '#domain/findings/finding.ts'
import { FINDING_MEASURES, FINDING_SIDES } from '#domain/findings/finding-type.ts'
import { BLADES } from '#domain/photo.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { NativeSelectField } from '#panel/ui/fields/native-select-field.tsx'
import { TextAreaField } from '#panel/ui/fields/text-area-field.tsx'
import { TextField } from '#panel/ui/fields/text-field.tsx'
import { useText } from '#panel/words/use-text.ts'
import { FindingSeverityField } from './finding-severity-field.tsx'
import { FindingTypeField, severityOfKey } from './finding-type-field.tsx'
import type { FaultyField, FindingValues } from './finding-values.ts'
import { measuresOf } from './finding-words.ts'

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
  /** True for a finding that exists: then its status can be changed. */
  hasStatus: boolean
  /** What is measured on the photo, to take over. */
  measured?: ReactNode
  /** The earlier findings to choose from. */
  earlier?: ReactNode
  /** Further buttons at the end, such as one that deletes. */
  actions?: ReactNode
}

/** The fields of a finding. Type, severity and Enter are enough; Tab goes to the others. */
export function FindingForm(props: FindingFormProps) {
  const { values, onChange, onKeep, onClose, busy = false, failure, asksForBlade, hasStatus } = props
  const text = useText()
  const typeField = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [fault, setFault] = useState<FaultyField>()
  useEffect(() => typeField.current?.focus({ preventScroll: true }), [])

  function set(changed: Partial<FindingValues>) {
    setFault(undefined)
    onChange({ ...values, ...changed })
  }
  function keep(kept = values) {
    const found = onKeep(kept)
    if (found && kept !== values) onChange(kept)
    setFault(found)
    if (found) form.current?.querySelector<HTMLElement>(`[data-field=${found}] :is(input, select)`)?.focus()
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
      keep()
    }
  }
  const measures = FINDING_MEASURES.filter(
    (measure) =>
      (values.type !== undefined && measuresOf(values.type).includes(measure)) ||
      (values.measures[measure] ?? '') !== '',
  )
  const faultIn = (field: FaultyField) =>
    fault === field && { error: text(`findings.fault.${faultKind(field)}`) }

  return (
    <form
      ref={form}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        keep()
      }}
      className="grid gap-3"
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
          onKeep={(type) => keep({ ...values, type })}
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
        </div>
        {measures.map((measure) => (
          <div key={measure} data-field={measure}>
            <TextField
              label={text(`findings.measure.${measure}`)}
              inputMode="decimal"
              autoComplete="off"
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
      {hasStatus && (
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
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex items-center justify-end gap-2 border-t border-hairline bg-surface px-4 py-3">
        <span className="mr-auto flex gap-1">{props.actions}</span>
        <Button look="outline" onClick={onClose}>
          {props.closeLabel}
        </Button>
        <Button type="submit" look="primary" busy={busy}>
          {text('findings.keep')}
        </Button>
      </div>
    </form>
  )
}

function faultKind(field: FaultyField) {
  return field === 'type' || field === 'blade' || field === 'side' || field === 'place' ? field : 'measure'
}
