import { useSignals } from '@preact/signals-react/runtime'
import { ArrowLeft } from 'lucide-react'
import { Navigate, useLocation } from 'react-router'
import { LanguageToggle } from '#panel/preferences/language-toggle.tsx'
import { ThemeToggle } from '#panel/preferences/theme-toggle.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { Wordmark } from '#panel/ui/wordmark.tsx'
import { useText } from '#panel/words/use-text.ts'
import { SecurityNotice } from './security-notice.tsx'
import { checkStoredSession } from './session-check.ts'
import { SignInCarousel } from './sign-in-carousel.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { originOf } from './sign-in-origin.ts'
import { session } from './stored-session.ts'

export default function SignInPage() {
  useSignals()
  const text = useText()
  const { state } = useLocation()
  usePageTitle(text('signIn.title'))

  // A signed-in user goes on to the address they wanted, also directly after signing in.
  if (checkStoredSession(session.value, new Date()) === 'plausible') {
    return <Navigate to={originOf(state)} replace />
  }
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(480px,5fr)_7fr]">
      <main className="mx-auto flex w-full max-w-[536px] flex-col px-12 py-9">
        <div className="flex items-center justify-between">
          <a href="/" aria-label={text('signIn.home')} className="flex rounded text-action">
            <Wordmark />
          </a>
          <div className="-mr-2 flex items-center">
            <LanguageToggle />
            <ThemeToggle />
          </div>
        </div>
        <div className="my-auto py-12">
          <h1 className="text-display font-semibold tracking-tight text-ink">{text('signIn.title')}</h1>
          <p className="mt-2 text-lead text-ink-soft">{text('signIn.lead')}</p>
          <SignInForm />
          <SecurityNotice />
        </div>
        <a
          href="/"
          className="inline-flex items-center gap-1.5 self-start rounded text-note text-ink-faint transition-colors hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-3.5" />
          {text('signIn.back')}
        </a>
      </main>
      <SignInCarousel />
    </div>
  )
}
