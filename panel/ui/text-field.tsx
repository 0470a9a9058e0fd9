import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** What is wrong with the value, in words. */
  error?: string | undefined
  /** A button at the end of the field. */
  trailing?: ReactNode
  ref?: React.Ref<HTMLInputElement>
}

export function TextField({ label, error, trailing, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          className={`${trailing ? 'pr-12 [&::-ms-reveal]:hidden' : 'pr-3.5'} h-11 w-full rounded border border-hairline-strong/60 bg-surface pl-3.5 text-[15px] text-ink transition-colors hover:border-hairline-strong focus:border-action focus:outline-2 focus:outline-offset-0 focus:outline-focus/35 aria-invalid:border-red`}
        />
        {trailing && <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div>}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-[13px] text-red">
          {error}
        </p>
      )}
    </div>
  )
}
