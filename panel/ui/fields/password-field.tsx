import { Eye, EyeOff } from 'lucide-react'
import { useText } from '#panel/words/use-text.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'trailing'> {
  shown: boolean
  onShownChange: (shown: boolean) => void
}

/** A password field with a button that shows or hides the password. */
export function PasswordField({ shown, onShownChange, ...field }: PasswordFieldProps) {
  const text = useText()
  const Icon = shown ? EyeOff : Eye
  const label = text('common.showPassword')
  return (
    <TextField
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-pressed={shown}
          data-tooltip={label}
          onClick={() => onShownChange(!shown)}
          className="inline-flex size-control cursor-pointer items-center justify-center rounded text-ink-soft transition-colors hover:bg-surface-sunken hover:text-ink"
        >
          <Icon aria-hidden className="size-4.5" />
          <span className="sr-only">{label}</span>
        </button>
      }
    />
  )
}
