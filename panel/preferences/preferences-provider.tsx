import { useSignalEffect, useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { completeTexts, shownTexts } from './language.ts'
import { theme } from './theme.ts'

/** Applies the chosen language and theme to the document and to all components inside. */
export function PreferencesProvider({ children }: { children: ReactNode }) {
  useSignals()
  useSignalEffect(() => {
    document.documentElement.lang = shownTexts.value.language
  })
  useSignalEffect(() => {
    document.documentElement.setAttribute('data-theme', theme.value)
    const color = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
    const shown = color?.dataset[theme.value]
    // The frame of the browser on a phone.
    if (color && shown !== undefined) color.content = shown
  })

  const { language, messages, isComplete } = shownTexts.value
  return (
    <IntlProvider
      locale={language}
      defaultLocale="tr"
      // The type of the library does not allow both kinds together.
      messages={messages as Record<string, string>}
      {...(isComplete ? undefined : LOAD_MISSING)}
    >
      {children}
    </IntlProvider>
  )
}

/** The build may not see that the first screen uses a text, if its name is put together. */
const LOAD_MISSING = {
  onError: ({ code }: { code: string }) => {
    if (code === 'MISSING_TRANSLATION') void completeTexts().catch(() => undefined)
  },
}
