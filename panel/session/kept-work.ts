import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { session } from './stored-session.ts'

/**
 * Work of users whose session ended while they worked: typed text and staged files, by user and name. It is only in memory, so that
 * nobody finds texts on a shared computer after the page is closed. Staged files are also in the browser's database, by user.
 */
const kept = signal<ReadonlyMap<string, unknown>>(new Map())

/** True while work waits for its user to sign in again. */
export const holdsKeptWork: ReadonlySignal<boolean> = computed(() => kept.value.size > 0)

/**
 * Keeps unsaved work when the session ends, and returns it when the same user opens the screen again.
 *
 * @param name the kind of work and its record, such as `turbine/4`; undefined for forms that must forget, such as passwords
 * @param current the unsaved work of the component; undefined if there is none. Called when the component unmounts.
 * @returns the work that was kept, in every render
 */
export function useKeptWork<Work>(
  name: string | undefined,
  current: () => Work | undefined,
): Work | undefined {
  const [userId] = useState(() => session.value?.userId)
  const key = name === undefined ? undefined : `${userId} ${name}`
  const [restored] = useState(() =>
    key === undefined ? undefined : (kept.value.get(key) as Work | undefined),
  )
  const latest = useRef(current)
  useEffect(() => {
    latest.current = current
  })

  useEffect(() => {
    if (key === undefined) return
    forget(key)
    return () => {
      // While the session continues, the user has closed the screen and wants to lose the work.
      if (session.value?.userId === userId && !session.value?.mustChoosePassword) return
      const work = latest.current()
      if (work !== undefined) kept.value = new Map(kept.value).set(key, work)
    }
  }, [key, userId])

  return restored
}

/** Like `useState`, for what must be open again after the user has signed in again, such as the record of a dialog. */
export function useKeptState<Value>(name: string, initial: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const current = useRef(initial)
  const restored = useKeptWork(name, () => (current.current === initial ? undefined : current.current))
  const [value, setValue] = useState(restored ?? initial)
  useEffect(() => {
    current.current = value
  }, [value])
  return [value, setValue]
}

const signOutWork = new Set<(userId: number) => Promise<void>>()

/** Calls `work` when a user signs out by hand, before the page is left. For work that a browser stores. */
export function onSignOut(work: (userId: number) => Promise<void>) {
  signOutWork.add(work)
}

/** Removes the work of the current user from the browser. */
export async function forgetStoredWork(): Promise<void> {
  const userId = session.value?.userId
  if (userId === undefined) return
  await Promise.allSettled([...signOutWork].map((work) => work(userId)))
}

function forget(key: string) {
  if (!kept.value.has(key)) return
  const others = new Map(kept.value)
  others.delete(key)
  kept.value = others
}
