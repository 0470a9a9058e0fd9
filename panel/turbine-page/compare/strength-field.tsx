import { useIntl } from 'react-intl'
import { RangeField } from '#panel/ui/fields/range-field.tsx'
import { useText } from '#panel/words/use-text.ts'

/** How many times brighter a difference can be shown. */
const STRENGTH_MAX = 8

interface StrengthFieldProps {
  value: number
  onChange: (value: number) => void
}

/** The slider that amplifies the difference of two photos, and a legend for black and bright places. */
export function StrengthField({ value, onChange }: StrengthFieldProps) {
  const text = useText()
  const intl = useIntl()
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2 px-5 pb-3 text-note">
      <RangeField
        label={text('compare.strength')}
        min={1}
        max={STRENGTH_MAX}
        step={0.5}
        value={value}
        onChange={onChange}
        shown={`${intl.formatNumber(value)}×`}
      />
      <span className="text-lightbox-ink-soft">{text('compare.difference.legend')}</span>
    </div>
  )
}
