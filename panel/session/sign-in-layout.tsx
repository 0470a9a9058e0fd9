import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { LanguageToggle } from '#panel/preferences/language-toggle.tsx'
import { ThemeToggle } from '#panel/preferences/theme-toggle.tsx'
import { Wordmark } from '#panel/ui/drawings/wordmark.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { useText } from '#panel/words/use-text.ts'
import { SignInCarousel } from './sign-in-carousel.tsx'

interface SignInLayoutProps {
  title: string
  lead: string
  children: ReactNode
}

/** The layout of the screens outside of the panel frame: signing in, requesting a new password, choosing a password. */
export function SignInLayout({ title, lead, children }: SignInLayoutProps) {
  const text = useText()
  usePageTitle(title)
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
          <h1 className="text-display font-semibold tracking-tight text-balance text-ink">{title}</h1>
          <p className="mt-2 text-lead text-pretty text-ink-soft">{lead}</p>
          {children}
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
