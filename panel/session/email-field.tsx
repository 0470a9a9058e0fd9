import type { ComponentProps } from 'react'
import { TextField } from '#panel/ui/fields/text-field.tsx'
import { useText } from '#panel/words/use-text.ts'

/** The field for the e-mail address of an account, which browsers fill in. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  const text = useText()
  return (
    <TextField
      {...props}
      type="email"
      label={text('signIn.email')}
      autoComplete="username"
      inputMode="email"
    />
  )
}
