import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { session } from './stored-session.ts'

/**
 * The unsaved work of users whose session has ended: typed text and staged files, by user and name. It is only in memory, so that on a
 * shared computer nobody can read it after the page is closed. Staged files are also in the browser's database, by user.
 */
const kept = signal<ReadonlyMap<string, unknown>>(new Map())

/** True while work waits for its user to sign in again. */
export const holdsKeptWork: ReadonlySignal<boolean> = computed(() => kept.value.size > 0)

/**
 * Keeps unsaved work when the session ends, and returns it when the same user opens the screen again.
 *
 * @param name the kind of work and its record, such as `turbine/4`; undefined for forms whose values must not be kept, such as passwords
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
      // If the session continues, the user has left the screen and agreed to lose the work.
      if (session.value?.userId === userId && !session.value?.mustChoosePassword) return
      const work = latest.current()
      if (work !== undefined) kept.value = new Map(kept.value).set(key, work)
    }
  }, [key, userId])

  return restored
}

/** Like `useState`, but the value is restored after the session was lost and the user has signed in again. For example the record of an open dialog. */
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

/** Registers a function that removes stored work of a user. It runs when the user signs out, before the page is left. */
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
