import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { LanguageToggle } from '#panel/preferences/language-toggle.tsx'
import { ThemeToggle } from '#panel/preferences/theme-toggle.tsx'
import { Wordmark } from '#panel/ui/drawings/wordmark.tsx'
import { useText } from '#panel/words/use-text.ts'
import { Navigation } from './navigation.tsx'
import { NoticeLine } from './notice-line.tsx'
import { NotificationButton } from './notifications/notification-button.tsx'
import { PersonButton } from './person-button.tsx'
import { SearchButton } from './search-button.tsx'

interface PanelFrameProps {
  children: ReactNode
  /** True for screens of photos, which use the width of a large monitor. */
  wide?: boolean
}

/** The layout of every screen of a signed-in user: the header, and the screen below it. */
export function PanelFrame({ children, wide = false }: PanelFrameProps) {
  const text = useText()
  return (
    <>
      <a
        href="#main"
        className="sr-only z-popup rounded bg-action px-4 py-2 text-on-action focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {text('frame.skip')}
      </a>
      <header className="sticky top-0 z-header h-header border-b border-hairline bg-surface print:hidden">
        <div className="panel-shelf-wide flex h-full items-center gap-1">
          <Link
            to={PANEL_ADDRESSES.turbines}
            aria-label={text('frame.home')}
            className="mr-6 flex rounded text-action max-[72rem]:mr-2"
          >
            <Wordmark />
          </Link>
          <Navigation />
          {/* A window is as narrow as 40rem only with large type. */}
          <div className="ml-auto flex items-center gap-1">
            <SearchButton />
            <NotificationButton />
            <LanguageToggle />
            <ThemeToggle />
            <span aria-hidden className="mx-3 h-6 w-px bg-hairline max-[40rem]:hidden" />
            <PersonButton />
          </div>
        </div>
      </header>
      <NoticeLine />
      <main id="main" className={`${wide ? 'panel-shelf-wide' : 'panel-shelf'} pb-24`}>
        {children}
      </main>
    </>
  )
}
