import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { useEffect, useRef } from 'react'

/**
 * The kinds of unsaved work: changes that are not saved, annotations that are only on the screen, and files that are not uploaded. The
 * browser stores files, unless it has no space. The question is about the first kind, because leaving loses the first two.
 */
const KINDS = ['changes', 'annotations', 'unstoredFiles', 'files'] as const
export type UnsavedWork = (typeof KINDS)[number]

interface UnsavedWorkOptions {
  /** Forgets the work. It is called only when the user has agreed to lose it: a component that unmounts has no such agreement. */
  discard?: () => void
  /** The name in the address that shows the component, such as `finding`. Another value of it counts as leaving, like another path. */
  param?: string
}

interface HeldWork {
  kind: UnsavedWork
  param: string | undefined
  discard: () => void
}

/** The part of an address that says where the user is. */
interface Place {
  pathname: string
  search: string
}

/** One entry for each component with unsaved work. */
const held = signal<readonly HeldWork[]>([])

/** What the browser stores, also of other screens, and signing out removes. */
export type StoredKind = 'storedFiles' | 'storedChanges' | 'storedBoth'

/** The router state of a link from a form to what it lacks. The form keeps its draft, so nobody is asked about it. */
export const KEEPS_DRAFT = 'keeps draft'

interface PendingLeave {
  leave: () => void
  /** What the question is about. */
  work: UnsavedWork | StoredKind
}

const pending = signal<PendingLeave | null>(null)

/** Functions that tell whether closing the page loses something that no component of the screen reports. */
const closingLosses = new Set<() => boolean>()

/** The unsaved work of the screen; null if there is none. */
export const unsavedWork: ReadonlySignal<UnsavedWork | null> = computed(() => firstKind(held.value))

/** The action that waits for the answer to `confirmLeaving`; `LeaveGuard` shows the question. */
export const pendingLeave: ReadonlySignal<PendingLeave | null> = pending

/**
 * Reports whether this component has unsaved work. `LeaveGuard` then asks before the user leaves the screen.
 *
 * @returns a function that reports the work as saved before the next render, for a navigation directly after saving
 */
export function useUnsavedWork(
  holds: boolean,
  kind: UnsavedWork = 'changes',
  { discard, param }: UnsavedWorkOptions = {},
): () => void {
  const release = useRef(() => {})
  const latestDiscard = useRef(discard)
  useEffect(() => {
    latestDiscard.current = discard
  })
  useEffect(() => {
    if (!holds) return
    const entry = { kind, param, discard: () => latestDiscard.current?.() }
    held.value = [...held.value, entry]
    release.current = () => {
      held.value = held.value.filter((other) => other !== entry)
    }
    return release.current
  }, [holds, kind, param])
  return () => release.current()
}

/** The kind of work that going from one address to another leaves; null if none. On the same path, only a changed `param` leaves work. */
export function workLeftBy(from: Place, to: Place): UnsavedWork | null {
  return firstKind(heldLeftBy(from, to))
}

/** Forgets the work that going from one address to another leaves. The user has agreed. */
export function discardWorkLeftBy(from: Place, to: Place) {
  discardAll(heldLeftBy(from, to))
}

/**
 * Calls `leave` at once, or after the user has agreed to lose their unsaved work. For actions that are not a navigation.
 *
 * @param removed what `leave` removes from the browser
 */
export function confirmLeaving(leave: () => void, removed?: StoredKind) {
  const work = removed ?? unsavedWork.value
  if (work === null) leave()
  else pending.value = { leave, work }
}

/** Registers a function that tells whether closing the page loses something, or stops it, wherever the user is in the panel. */
export function askBeforeClosing(loses: () => boolean) {
  closingLosses.add(loses)
}

/** True if the browser must ask before the page is closed or loaded again. */
export function losesOnClose(): boolean {
  return unsavedWork.value !== null || [...closingLosses].some((loses) => loses())
}

/** Answers `confirmLeaving`. */
export function answerPendingLeave(agreed: boolean) {
  const answered = pending.value
  pending.value = null
  if (!agreed) return
  discardAll(held.value)
  answered?.leave()
}

function heldLeftBy(from: Place, to: Place): HeldWork[] {
  if (from.pathname !== to.pathname) return [...held.value]
  const before = new URLSearchParams(from.search)
  const after = new URLSearchParams(to.search)
  return held.value.filter(({ param }) => param !== undefined && before.get(param) !== after.get(param))
}

function firstKind(works: readonly HeldWork[]): UnsavedWork | null {
  return KINDS.find((kind) => works.some((work) => work.kind === kind)) ?? null
}

function discardAll(works: readonly HeldWork[]) {
  const gone = new Set(works)
  // Released first, because otherwise the browser would ask again.
  held.value = held.value.filter((work) => !gone.has(work))
  for (const { discard } of works) discard()
}
