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
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        className="h-11 w-full rounded border border-hairline-strong/60 bg-surface px-3.5 text-[15px] text-ink transition-colors hover:border-hairline-strong focus:border-action focus:outline-2 focus:outline-offset-0 focus:outline-focus/35 aria-invalid:border-red"
      />
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-[13px] text-red">
          {error}
        </p>
      )}
    </div>
  )
}
