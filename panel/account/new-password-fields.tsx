import { PASSWORD_MIN_LENGTH } from '#domain/limits.ts'
import { PasswordField } from '#panel/ui/fields/password-field.tsx'
import { useText } from '#panel/words/use-text.ts'

interface NewPasswordFieldsProps {
  /** Returns the props of a field of the form, as `useRecordForm` does. */
  field: (name: 'password' | 'repeat') => Partial<Parameters<typeof PasswordField>[0]>
  shown: boolean
  onShownChange: (shown: boolean) => void
  autoFocus?: boolean
}

/** The fields for a new password and its repetition. */
export function NewPasswordFields({
  field,
  shown,
  onShownChange,
  autoFocus = false,
}: NewPasswordFieldsProps) {
  const text = useText()
  return (
    <>
      <PasswordField
        {...field('password')}
        shown={shown}
        onShownChange={onShownChange}
        autoFocus={autoFocus}
        label={text('password.new')}
        hint={text('password.new.hint', { min: PASSWORD_MIN_LENGTH })}
        autoComplete="new-password"
      />
      <PasswordField
        {...field('repeat')}
        required
        shown={shown}
        onShownChange={onShownChange}
        label={text('password.repeat')}
        autoComplete="new-password"
      />
    </>
  )
}
