/** The classes that all dialogs share. */

export const BACKDROP_CLASS =
  'fixed inset-0 z-dialog bg-lightbox/60 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'

export const POPUP_CLASS =
  'fixed top-1/2 left-1/2 z-dialog max-w-[calc(100vw-3rem)] -translate-x-1/2 -translate-y-1/2 rounded border border-hairline ' +
  'bg-surface shadow-raised transition-[scale,opacity] data-ending-style:opacity-0 data-starting-style:scale-[0.98] ' +
  'data-starting-style:opacity-0'

export const TITLE_CLASS = 'text-title font-semibold tracking-tight text-ink'
