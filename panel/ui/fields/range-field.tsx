import { type ReactNode, useId } from 'react'

interface RangeFieldProps {
  label: string
  min: number
  max: number
  step?: number
  value: number
  onChange: (value: number) => void
  /** The value in words, for screen readers; by default the number itself. */
  valueText?: string
  /** The value as it is shown beside the slider. */
  shown?: ReactNode
  autoFocus?: boolean
}

/** A slider with its label and its value, in colours for the dark background of the lightbox. */
export function RangeField({ label, value, onChange, valueText, shown, ...range }: RangeFieldProps) {
  const id = useId()
  return (
    <span className="flex items-center gap-3">
      <label htmlFor={id} className="text-lightbox-ink-soft">
        {label}
      </label>
      <input
        {...range}
        id={id}
        type="range"
        value={value}
        aria-valuetext={valueText}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        className="w-44 cursor-pointer accent-lightbox-ink"
      />
      {shown !== undefined && (
        <span aria-hidden className="w-11 tabular-nums">
          {shown}
        </span>
      )}
    </span>
  )
}
