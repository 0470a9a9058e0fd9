import type { ReactNode } from 'react'
import { Rotor } from './rotor.tsx'
import { Wordmark } from './wordmark.tsx'

interface ScreenProps {
  /** A short mark above the title, such as a status number. */
  mark?: string
  title: string
  children: ReactNode
  actions?: ReactNode
  /** Which way the great rotor in the background stands. */
  degrees?: number
}

/** A screen that says one thing: what happened and what can be done now. */
export function Screen({ mark, title, children, actions, degrees = 20 }: ScreenProps) {
  return (
    <main className="relative grid min-h-dvh grid-rows-[auto_1fr] overflow-hidden">
      <svg
        viewBox="-18 -18 36 36"
        fill="currentColor"
        aria-hidden="true"
        className="absolute top-[56%] left-[38%] size-[150vh] -translate-y-1/2 text-action opacity-8 max-md:hidden"
      >
        <Rotor slender degrees={degrees} />
      </svg>
      <div className="px-6 pt-9 sm:px-12">
        <Wordmark className="text-action" />
      </div>
      <div className="relative flex max-w-[680px] flex-col items-start justify-center px-6 pb-24 sm:px-12">
        {mark && <p className="mb-3 text-body font-medium text-ink-faint">{mark}</p>}
        <h1 className="text-display font-semibold tracking-tight text-balance text-ink">{title}</h1>
        <div className="mt-4 max-w-[52ch] text-title leading-7 text-ink-soft">{children}</div>
        {actions && <div className="mt-8 flex items-center gap-3">{actions}</div>}
      </div>
    </main>
  )
}
