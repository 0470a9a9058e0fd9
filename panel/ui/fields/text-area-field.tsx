import { Field } from '@base-ui/react/field'
import type { Ref, TextareaHTMLAttributes } from 'react'
import { CONTROL_CLASS, FieldFrame, type FieldProps } from './field.tsx'

type AreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldProps | 'defaultValue'>

interface TextAreaFieldProps extends FieldProps, AreaProps {
  ref?: Ref<HTMLTextAreaElement>
}

/** A field for several lines of text, which grows with the text. Accepts the props that react-hook-form's `register` returns. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, error, required = false, className, ref, ...area } = props
  return (
    <FieldFrame label={label} hint={hint} error={error} required={required} {...(className && { className })}>
      <Field.Control
        render={
          <textarea
            {...area}
            ref={ref}
            aria-required={required || undefined}
            className={`${CONTROL_CLASS} field-sizing-content h-auto! max-h-48 min-h-18 px-3 py-2`}
          />
        }
      />
    </FieldFrame>
  )
}
