import type { ReactNode } from 'react'
import { BackgroundRotor } from '#panel/ui/drawings/background-rotor.tsx'
import { Wordmark } from '#panel/ui/drawings/wordmark.tsx'

interface ScreenProps {
  /** A short mark above the title, such as a status number. */
  mark?: string
  title: string
  children: ReactNode
  actions?: ReactNode
  /** The rotation of the rotor in the background. */
  degrees?: number
}

/** A screen with one message: what happened and what the user can do. */
export function Screen({ mark, title, children, actions, degrees }: ScreenProps) {
  return (
    <main className="relative isolate grid min-h-dvh grid-rows-[auto_1fr] overflow-hidden">
      <BackgroundRotor degrees={degrees} />
      <div className="px-6 pt-9 sm:px-12">
        <Wordmark className="text-action" />
      </div>
      <div className="relative flex max-w-[680px] flex-col items-start justify-center px-6 pb-24 sm:px-12">
        {mark && <p className="mb-3 text-body font-medium text-ink-faint">{mark}</p>}
        <h1 className="text-display font-semibold tracking-tight text-balance text-ink">{title}</h1>
        <div className="mt-4 max-w-[52ch] text-title leading-7 text-ink-soft">{children}</div>
        {actions && <div className="mt-8 flex flex-wrap items-center gap-3">{actions}</div>}
      </div>
    </main>
  )
}
