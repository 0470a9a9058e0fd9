import { useSignals } from '@preact/signals-react/runtime'
import { Button } from '#panel/ui/button.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { chooseLanguage, language } from './language.ts'
import { preloadMessages } from './load-messages.ts'

/** A button that switches the language. Its text is the name of the other language, in that language. */
export function LanguageToggle({ variant = 'ghost' }: { variant?: 'ghost' | 'outline' }) {
  useSignals()
  const text = useText()
  const notify = useNotify()
  const other = language.value === 'tr' ? 'en' : 'tr'
  const choose = () =>
    chooseLanguage(other).catch(() =>
      notify({ tone: 'error', title: text('part.notLoaded'), message: text('part.notLoaded.text') }),
    )
  return (
    <Button
      variant={variant}
      size="small"
      lang={other}
      onPointerEnter={() => preloadMessages(other)}
      onClick={choose}
    >
      {text('preferences.otherLanguage')}
    </Button>
  )
}
