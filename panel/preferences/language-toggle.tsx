import { useSignals } from '@preact/signals-react/runtime'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { chooseLanguage, language } from './language.ts'

/** A button that switches the language. Its text is the name of the other language, in that language. */
export function LanguageToggle({ look = 'ghost' }: { look?: 'ghost' | 'outline' }) {
  useSignals()
  const text = useText()
  const other = language.value === 'tr' ? 'en' : 'tr'
  return (
    <Button look={look} size="small" lang={other} onClick={() => chooseLanguage(other)}>
      {text('preferences.otherLanguage')}
    </Button>
  )
}
