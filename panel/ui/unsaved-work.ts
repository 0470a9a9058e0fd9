import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { useEffect, useRef } from 'react'

/** The kind of unsaved work: files that are not uploaded, changes that are not saved, or annotations that are only on the screen. */
export type UnsavedWork = 'files' | 'changes' | 'annotations'

/** One entry for each component with unsaved work. */
const held = signal<readonly { kind: UnsavedWork }[]>([])

const pending = signal<(() => void) | null>(null)

/** The unsaved work of the screen; null if there is none. Files come before changes, because staging them again is more work. */
export const unsavedWork: ReadonlySignal<UnsavedWork | null> = computed(
  () => (held.value.find(({ kind }) => kind === 'files') ?? held.value[0])?.kind ?? null,
)

/** The action that waits for the answer to `confirmLeaving`; `LeaveGuard` shows the question. */
export const pendingLeave: ReadonlySignal<(() => void) | null> = pending

/**
 * Reports whether this component has unsaved work. `LeaveGuard` then asks before the user leaves the screen.
 *
 * @returns a function that reports the work as saved before the next render, for a navigation directly after saving
 */
export function useUnsavedWork(holds: boolean, kind: UnsavedWork = 'changes'): () => void {
  const release = useRef(() => {})
  useEffect(() => {
    if (!holds) return
    const entry = { kind }
    held.value = [...held.value, entry]
    release.current = () => {
      held.value = held.value.filter((other) => other !== entry)
    }
    return release.current
  }, [holds, kind])
  return () => release.current()
}

/** Calls `leave` at once, or after the user has agreed to lose their unsaved work. For actions that are not a navigation. */
export function confirmLeaving(leave: () => void) {
  if (unsavedWork.value === null) leave()
  else pending.value = leave
}

/** Answers `confirmLeaving`. */
export function answerPendingLeave(agreed: boolean) {
  const leave = pending.value
  pending.value = null
  if (!agreed) return
  // Otherwise the browser would ask again.
  held.value = []
  leave?.()
}
