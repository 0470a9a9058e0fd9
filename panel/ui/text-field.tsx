import { type InputHTMLAttributes, useId } from 'react'

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** What is wrong with the value, in words. */
  error?: string | undefined
  ref?: React.Ref<HTMLInputElement>
}

export function TextField({ label, error, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-body font-medium text-ink">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        className="h-control-large w-full rounded border border-hairline-strong/60 bg-surface px-3.5 text-lead text-ink transition-colors hover:border-hairline-strong focus:border-action focus:outline-2 focus:outline-offset-0 focus:outline-focus/35 aria-invalid:border-red"
      />
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-note text-red">
          {error}
        </p>
      )}
    </div>
  )
}
