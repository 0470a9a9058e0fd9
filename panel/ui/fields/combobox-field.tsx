import { Combobox } from '@base-ui/react/combobox'
import { Check, ChevronDown } from 'lucide-react'
import { foldForSearch } from '#domain/text/turkish.ts'
import { useDialogTheme } from '#panel/ui/dialogs/dialog-theme.ts'
import { useText } from '#panel/words/use-text.ts'
import { CONTROL_CLASS, FieldFrame, type FieldProps, OPTION_CLASS, POPUP_CLASS } from './field.tsx'

interface ComboboxOption<Value> {
  value: Value
  label: string
}

interface ComboboxFieldProps<Value> extends FieldProps {
  /** The id of the selected record, or another value that identifies an option. */
  value: Value | undefined
  options: ComboboxOption<Value>[]
  onChange: (value: Value) => void
}

/** A field that selects one of many records. The user types a part of the name to find it. */
export function ComboboxField<Value extends number | string>({
  value,
  options,
  onChange,
  required = false,
  ...field
}: ComboboxFieldProps<Value>) {
  const text = useText()
  const theme = useDialogTheme()
  return (
    <FieldFrame {...field} required={required}>
      <Combobox.Root
        items={options}
        value={options.find((option) => option.value === value) ?? null}
        onValueChange={(option) => option && onChange(option.value)}
        isItemEqualToValue={(a, b) => a.value === b.value}
        filter={({ label }, query) => foldForSearch(label).includes(foldForSearch(query))}
        autoHighlight
      >
        <div className="relative">
          <Combobox.Input aria-required={required || undefined} className={`${CONTROL_CLASS} pr-9 pl-3`} />
          <Combobox.Trigger
            aria-label={text('common.openList')}
            className="absolute inset-y-0 right-0 grid w-9 cursor-pointer place-items-center"
          >
            <ChevronDown aria-hidden className="size-4 text-ink-faint" />
          </Combobox.Trigger>
        </div>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-popup outline-none">
            <Combobox.Popup data-theme={theme} className={`${POPUP_CLASS} w-(--anchor-width)`}>
              <Combobox.Empty>
                <p className="px-3 py-1.5 text-body text-ink-faint">{text('common.noMatch')}</p>
              </Combobox.Empty>
              <Combobox.List className="max-h-[min(340px,var(--available-height))] overflow-y-auto">
                {(option: ComboboxOption<Value>) => (
                  <Combobox.Item key={option.value} value={option} className={OPTION_CLASS}>
                    <Combobox.ItemIndicator className="col-start-1">
                      <Check aria-hidden className="size-4 text-action" />
                    </Combobox.ItemIndicator>
                    <span className="col-start-2 wrap-anywhere">{option.label}</span>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </FieldFrame>
  )
}
