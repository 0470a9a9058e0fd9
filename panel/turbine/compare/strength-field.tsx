import { useId } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '#panel/words/use-text.ts'

/** How many times brighter a difference can be shown. */
const STRENGTH_MAX = 8

interface StrengthFieldProps {
  value: number
  onChange: (value: number) => void
}

/** How much brighter than it is the difference of two photos is shown, and what the picture means. */
export function StrengthField({ value, onChange }: StrengthFieldProps) {
  const text = useText()
  const intl = useIntl()
  const id = useId()
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2 px-5 pb-3 text-note">
      <label htmlFor={id} className="text-viewer-ink-soft">
        {text('compare.strength')}
      </label>
      <input
        id={id}
        type="range"
        min={1}
        max={STRENGTH_MAX}
        step={0.5}
        value={value}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        className="w-44 cursor-pointer accent-viewer-ink"
      />
      <span aria-hidden className="w-10 tabular-nums">
        {intl.formatNumber(value)}×
      </span>
      <span className="text-viewer-ink-soft">{text('compare.difference.legend')}</span>
    </div>
  )
}
