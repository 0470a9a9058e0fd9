import { type ReadonlySignal, signal } from '@preact/signals-react'
import { User } from '#domain/user.ts'
import { setSessionHolder } from '#panel/api/session-holder.ts'

const TOKEN_KEY = 'kanat.token'
const USER_KEY = 'kanat.user'

/** The token, and whose it is. What screens show of the user comes from the server alone: `useViewer`. */
export interface Session {
  token: string
  userId: number
}

/** Why a session ended; the sign-in page has a sentence for each but `signed-out`. */
export type SessionEnd = 'expired' | 'invalid' | 'unchecked' | 'signed-out'

const current = signal<Session | null>(read())
const lastEnd = signal<SessionEnd | null>(null)

/** Who is signed in, as local storage has it. Null where the token or the user is missing or unreadable. */
export const session: ReadonlySignal<Session | null> = current
export const sessionEnd: ReadonlySignal<SessionEnd | null> = lastEnd

export function openSession({ token, user }: { token: string; user: User }) {
  lastEnd.value = null
  current.value = { token, userId: user.id }
  withStorage((storage) => {
    storage.setItem(TOKEN_KEY, token)
    storage.setItem(USER_KEY, JSON.stringify(user))
  })
}

/** Puts `next` in the place of the token `former`, unless another session has begun or this one has ended since. */
export function replaceToken(former: string, next: string) {
  if (current.value?.token !== former) return
  current.value = { ...current.value, token: next }
  withStorage((storage) => storage.setItem(TOKEN_KEY, next))
}

export function endSession(why: SessionEnd) {
  // The first reason stands: one lost session may be noticed by several calls at once.
  if (!current.value) return
  lastEnd.value = why
  current.value = null
  withStorage((storage) => {
    storage.removeItem(TOKEN_KEY)
    storage.removeItem(USER_KEY)
  })
}

function read(): Session | null {
  return (
    withStorage((storage) => {
      const token = storage.getItem(TOKEN_KEY)
      const user = User.safeParse(JSON.parse(storage.getItem(USER_KEY) ?? 'null'))
      return token && user.success ? { token, userId: user.data.id } : null
    }) ?? null
  )
}

/** Undefined where the browser refuses its storage or what is stored is no JSON. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage)
  } catch {
    return undefined
  }
}

// Signing in or out in another tab counts here too. Both keys are written in one go, so one of them is enough.
window.addEventListener('storage', (event) => {
  if (event.key === USER_KEY || event.key === TOKEN_KEY || event.key === null) current.value = read()
})

setSessionHolder({ token: () => current.value?.token, end: endSession })
