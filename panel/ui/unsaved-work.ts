import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { useEffect } from 'react'

/** What leaving would lose: files that are not uploaded, or changes that are not saved. */
export type UnsavedWork = 'files' | 'changes'

/** One entry for each component that holds something. */
const held = signal<readonly { kind: UnsavedWork }[]>([])

const asked = signal<(() => void) | null>(null)

/** What would be lost by leaving now; null when nothing would. Files come first: they are more work to bring again. */
export const unsavedWork: ReadonlySignal<UnsavedWork | null> = computed(
  () => (held.value.find(({ kind }) => kind === 'files') ?? held.value[0])?.kind ?? null,
)

/** What `confirmLeaving` waits to do; `LeaveGuard` asks for it. */
export const pendingLeave: ReadonlySignal<(() => void) | null> = asked

/** Says whether this component holds something that leaving the screen would lose. `LeaveGuard` then asks first. */
export function useUnsavedWork(holds: boolean, kind: UnsavedWork = 'changes') {
  useEffect(() => {
    if (!holds) return
    const entry = { kind }
    held.value = [...held.value, entry]
    return () => {
      held.value = held.value.filter((other) => other !== entry)
    }
  }, [holds, kind])
}

/** Calls `leave` at once, or after the person has agreed to lose their unsaved work. For ways out that are no address. */
export function confirmLeaving(leave: () => void) {
  if (unsavedWork.value === null) leave()
  else asked.value = leave
}

/** Answers `confirmLeaving`. */
export function answerPendingLeave(agreed: boolean) {
  const leave = asked.value
  asked.value = null
  if (!agreed) return
  // The browser need not ask once more.
  held.value = []
  leave?.()
}
