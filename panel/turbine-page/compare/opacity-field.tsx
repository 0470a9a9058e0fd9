import { useIntl } from 'react-intl'
import { RangeField } from '#panel/ui/fields/range-field.tsx'
import { useText } from '#panel/words/use-text.ts'

interface OpacityFieldProps {
  /** From 0, the left photo alone, to 1, the right one alone. */
  value: number
  onChange: (value: number) => void
}

/** The slider that blends the left photo into the right one. */
export function OpacityField({ value, onChange }: OpacityFieldProps) {
  const text = useText()
  const shown = useIntl().formatNumber(value, { style: 'percent' })
  return (
    <div className="flex justify-center px-5 pb-3 text-note">
      <RangeField
        label={text('compare.opacity')}
        min={0}
        max={1}
        step={0.05}
        value={value}
        onChange={onChange}
        valueText={shown}
        shown={shown}
      />
    </div>
  )
}
