import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type * as z from 'zod'
import { forgetKeptOf, forgetValue, holdsKeptValues, keepValue, readKept, watchKept } from './kept-values.ts'
import { onSignOut } from './sign-out-work.ts'
import { session } from './stored-session.ts'

/** Picked files of users whose session has ended, by user and name. */
const keptFiles = signal<ReadonlyMap<string, unknown>>(new Map())

/** True while work waits for its user: typed values, or files whose session has ended. */
export const holdsKeptWork: ReadonlySignal<boolean> = computed(
  () => keptFiles.value.size > 0 || holdsKeptValues.value,
)

/**
 * Like `useState`, but the value is kept in this tab for the current user until it is the initial value again. So it survives the end of
 * the session, Back, a reload and everything else that unmounts the component. It may also be set after the component has unmounted, for
 * example when the answer to a request comes late.
 *
 * @param name the kind of work and its record, such as `finding/4`
 * @param schema what a value must be when it is read after a reload; another one, of an older version of the panel, is not used
 * @param initial the value if nothing is kept; it must be the same in every render
 */
export function useKeptState<Value>(
  name: string,
  schema: z.ZodType<Value>,
  initial: Value,
): [Value, Dispatch<SetStateAction<Value>>] {
  const key = useKeptKey(name)
  const value = useSyncExternalStore(watchKept, () => readKept(key, schema) ?? initial)
  const setValue = useCallback(
    (next: SetStateAction<Value>) => changeKept(key, schema, initial, next),
    [key, schema, initial],
  )
  return [value, setValue]
}

/** Changes a kept value whether or not its component is there. The parameters are those of `useKeptState`, with the key instead of the name. */
export function changeKept<Value>(
  key: string,
  schema: z.ZodType<Value>,
  initial: Value,
  next: SetStateAction<Value>,
) {
  const former = readKept(key, schema) ?? initial
  const value = typeof next === 'function' ? (next as (former: Value) => Value)(former) : next
  if (JSON.stringify(value) === JSON.stringify(initial)) forgetValue(key)
  else keepValue(key, value)
}

/** The key of kept values with this name. The user is the one for whom the component was mounted. */
export function useKeptKey(name: string): string {
  const [userId] = useState(() => session.value?.userId)
  return `${userId}/${name}`
}

/**
 * Keeps picked files when the session ends, and returns them when the same user opens the screen again.
 *
 * @param name the kind of work and its record, such as `staged/4`
 * @param current the unsaved work of the component; undefined if there is none. Called when the component unmounts.
 * @returns the work that was kept, in every render
 */
export function useKeptWork<Work>(name: string, current: () => Work | undefined): Work | undefined {
  const [userId] = useState(() => session.value?.userId)
  const key = `${userId} ${name}`
  const [restored] = useState(() => keptFiles.value.get(key) as Work | undefined)
  const latest = useRef(current)
  useEffect(() => {
    latest.current = current
  })

  useEffect(() => {
    forgetFiles(key)
    return () => {
      // If the session continues, the user has left the screen and agreed to lose the work.
      if (session.value?.userId === userId && !session.value?.mustChoosePassword) return
      const work = latest.current()
      if (work !== undefined) keptFiles.value = new Map(keptFiles.value).set(key, work)
    }
  }, [key, userId])

  return restored
}

onSignOut({ forget: async (userId) => forgetKeptOf(userId) })

function forgetFiles(key: string) {
  if (!keptFiles.value.has(key)) return
  const others = new Map(keptFiles.value)
  others.delete(key)
  keptFiles.value = others
}
