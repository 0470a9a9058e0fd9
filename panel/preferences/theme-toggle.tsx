import { useSignals } from '@preact/signals-react/runtime'
import { Moon, Sun } from 'lucide-react'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { chooseTheme, theme } from './theme.ts'

export function ThemeToggle() {
  useSignals()
  const text = useText()
  const dark = theme.value === 'dark'
  return (
    <IconButton
      label={text(dark ? 'preferences.light' : 'preferences.dark')}
      icon={dark ? Sun : Moon}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
    />
  )
}
