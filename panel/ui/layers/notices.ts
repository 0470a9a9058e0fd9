import { signal } from '@preact/signals-react'
import type { Tone } from '#panel/ui/banner.tsx'

export interface Notice {
  tone: Tone
  title: string
  message?: string
  /** True if the toast stays until the user closes it, as errors always do. By default it closes after `TOAST_MS`. */
  stays?: boolean
  /** A button in the toast, such as one that undoes what it tells. The toast closes after it. */
  action?: { label: string; run: () => void }
}

/** The notices that have no toast yet. They wait here while the script of the toasts loads. */
export const waitingNotices = signal<readonly Notice[]>([])

/** How often the user's toasts were closed all at once. */
export const closings = signal(0)

/** The classes of the box that the toasts stand in. The chat button is in the other corner. */
export const TOAST_PLACE = 'fixed bottom-6 left-6 z-toast flex w-[360px] flex-col gap-2'
