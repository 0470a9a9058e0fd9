import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import * as z from 'zod'
import { parseJson } from '#panel/api/request-error.ts'
import { withStorage } from './with-storage.ts'

// What users of this tab have typed and not saved. It is stored in `sessionStorage`: a reload keeps it, closing the tab forgets it, and
// another tab has its own. Without storage, values survive everything but a reload. Keys begin with the id of the user, so that nobody sees
// the texts of another user of this computer.

const PREFIX = 'kanat.kept/'
/** In `localStorage`, so that every tab knows it: how often the user has signed out. No time, because a clock can be set back. */
const SIGNED_OUT = 'kanat.signed-out/'

/** A stored value, and how often its user had signed out before. */
const Stored = z.object({ signOuts: z.number(), value: z.unknown() })

interface Kept {
  value: unknown
  /** False for what was read from the storage, until a schema has accepted it. */
  isParsed: boolean
}

const kept = signal<ReadonlyMap<string, Kept>>(readStored())

/** True while any user of this tab has typed something that is not saved. */
export const holdsKeptValues: ReadonlySignal<boolean> = computed(() => kept.value.size > 0)

/** Calls `notify` when kept values change. @returns a function that ends this */
export function watchKept(notify: () => void): () => void {
  return kept.subscribe(notify)
}

/** Undefined if nothing is kept, or if the schema does not accept it. */
export function readKept<Value>(key: string, schema: z.ZodType<Value>): Value | undefined {
  const found = kept.peek().get(key)
  if (!found || found.isParsed) return found?.value as Value | undefined
  const { data } = schema.safeParse(found.value)
  found.value = data
  found.isParsed = true
  return data
}

export function keepValue(key: string, value: unknown) {
  kept.value = new Map(kept.peek()).set(key, { value, isParsed: true })
  withStorage(() =>
    sessionStorage.setItem(PREFIX + key, JSON.stringify({ signOuts: signOutsOf(userOf(key)), value })),
  )
}

export function forgetValue(key: string) {
  if (!kept.peek().has(key)) return
  const others = new Map(kept.peek())
  others.delete(key)
  kept.value = others
  withStorage(() => sessionStorage.removeItem(PREFIX + key))
}

/** Forgets everything that this user has typed, in all tabs. */
export function forgetKeptOf(userId: number) {
  forgetOf(userId)
  withStorage(() => localStorage.setItem(SIGNED_OUT + userId, String(signOutsOf(String(userId)) + 1)))
}

/** @throws if the browser forbids the storage */
function signOutsOf(userId: string): number {
  return Number(localStorage.getItem(SIGNED_OUT + userId) ?? 0)
}

function userOf(key: string): string {
  return key.split('/')[0] ?? ''
}

window.addEventListener('storage', ({ key }) => {
  if (key?.startsWith(SIGNED_OUT)) forgetOf(Number(key.slice(SIGNED_OUT.length)))
})

function forgetOf(userId: number) {
  for (const key of kept.peek().keys()) if (key.startsWith(`${userId}/`)) forgetValue(key)
}

/** Without what was stored before its user signed out: a closed tab that the browser opens again brings its storage back. */
function readStored(): Map<string, Kept> {
  const found = new Map<string, Kept>()
  withStorage(() => {
    for (const name of Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX))) {
      const key = name.slice(PREFIX.length)
      const { data } = Stored.safeParse(parseJson(sessionStorage.getItem(name) ?? ''))
      if (data && data.signOuts >= signOutsOf(userOf(key)))
        found.set(key, { value: data.value, isParsed: false })
      else sessionStorage.removeItem(name)
    }
  })
  return found
}
