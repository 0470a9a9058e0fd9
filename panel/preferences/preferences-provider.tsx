import { useSignalEffect, useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { MESSAGES } from '#panel/words/messages.ts'
import { language } from './language.ts'
import { theme } from './theme.ts'

/** Applies the chosen language and theme to the document and to all components inside. */
export function PreferencesProvider({ children }: { children: ReactNode }) {
  useSignals()
  useSignalEffect(() => {
    document.documentElement.lang = language.value
  })
  useSignalEffect(() => {
    document.documentElement.setAttribute('data-theme', theme.value)
    const color = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')
    const shown = color?.dataset[theme.value]
    // The frame of the browser on a phone.
    if (color && shown !== undefined) color.content = shown
  })

  return (
    <IntlProvider locale={language.value} defaultLocale="tr" messages={MESSAGES[language.value]}>
      {children}
    </IntlProvider>
  )
}
