import { Field } from '@base-ui/react/field'
import type { ReactNode } from 'react'

/** The props that every form field has in addition to those of its control. */
export interface FieldProps {
  label: string
  /** How to fill in the field; shown under the control while there is no error. */
  hint?: string | undefined
  /** The error message. */
  error?: string | undefined
  required?: boolean
  className?: string
}

/** The classes of every control with one line. */
export const CONTROL_CLASS =
  'h-control w-full min-w-0 rounded border border-hairline-strong/60 bg-surface text-body text-ink transition-colors ' +
  'placeholder:text-ink-faint hover:border-hairline-strong focus:border-action focus:outline-2 focus:outline-offset-0 ' +
  'focus:outline-focus/35 aria-invalid:border-red data-disabled:cursor-default data-disabled:opacity-55'

/** The classes of a list of options that opens under a control. */
export const POPUP_CLASS =
  'min-w-(--anchor-width) rounded border border-hairline bg-surface py-1 shadow-raised outline-none transition-opacity ' +
  'data-ending-style:opacity-0 data-starting-style:opacity-0'

export const OPTION_CLASS =
  'grid cursor-pointer grid-cols-[16px_1fr_auto] items-center gap-2 py-1.5 pr-3 pl-2.5 text-body text-ink outline-none ' +
  'select-none data-highlighted:bg-action-soft'

interface FieldFrameProps extends FieldProps {
  /** True if the control is not a native one, because a `<label>` cannot name it. */
  isComposite?: boolean
  children: ReactNode
}

/** The layout of every field: label, control, and hint or error. All of them are connected to the control for screen readers. */
export function FieldFrame(props: FieldFrameProps) {
  const { label, hint, error, required = false, isComposite = false, className = '', children } = props
  const composite = isComposite ? { nativeLabel: false, render: <div /> } : {}
  return (
    <Field.Root invalid={error !== undefined} className={`min-w-0 ${className}`}>
      <Field.Label {...composite} className="mb-1 block w-fit text-note font-medium text-ink-soft">
        {label}
        {required && (
          <span aria-hidden className="text-red">
            {' *'}
          </span>
        )}
      </Field.Label>
      {children}
      {hint !== undefined && error === undefined && (
        <Field.Description className="mt-1 text-caption text-pretty text-ink-faint">{hint}</Field.Description>
      )}
      {error !== undefined && (
        <Field.Error match className="mt-1 text-note text-red">
          {error}
        </Field.Error>
      )}
    </Field.Root>
  )
}
