import { Field } from '@base-ui/react/field'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { CONTROL_CLASS, FieldFrame, type FieldProps } from './field.tsx'

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | 'defaultValue'>

export interface TextFieldProps extends FieldProps, InputProps {
  /** A button at the end of the field. */
  trailing?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A field for one line of text. Accepts the props that react-hook-form's `register` returns. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, required = false, className, trailing, ...input } = props
  return (
    <FieldFrame label={label} hint={hint} error={error} required={required} {...(className && { className })}>
      <div className="relative">
        <Field.Control
          {...input}
          aria-required={required || undefined}
          className={`${CONTROL_CLASS} pl-3 ${trailing ? 'pr-10 [&::-ms-reveal]:hidden' : 'pr-3'}`}
        />
        {trailing && <div className="absolute inset-y-0 right-0 flex items-center">{trailing}</div>}
      </div>
    </FieldFrame>
  )
}
