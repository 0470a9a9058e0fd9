import { type ReadonlySignal, signal } from '@preact/signals-react'
import { Account } from '#domain/user.ts'
import { setSessionHolder } from '#panel/api/session-holder.ts'

const TOKEN_KEY = 'kanat.token'
const USER_KEY = 'kanat.user'

/** The token and its user. Screens do not show this user, but the one that the server confirms: `useViewer`. */
export interface Session {
  token: string
  userId: number
}

/** Why a session ended. The sign-in page has a sentence for each reason except `signed-out`. */
export type SessionEnd = 'expired' | 'invalid' | 'unchecked' | 'signed-out'

const current = signal<Session | null>(read())
const lastEnd = signal<SessionEnd | null>(null)

/** The session in local storage. Null if the token or the user is missing or unreadable. */
export const session: ReadonlySignal<Session | null> = current
export const sessionEnd: ReadonlySignal<SessionEnd | null> = lastEnd

export function openSession({ token, user }: { token: string; user: Account }) {
  lastEnd.value = null
  current.value = { token, userId: user.id }
  withStorage((storage) => {
    storage.setItem(TOKEN_KEY, token)
    storage.setItem(USER_KEY, JSON.stringify(user))
  })
}

/** Replaces the token `former` by `next`, unless the session has ended or another one has begun since then. */
export function replaceToken(former: string, next: string) {
  if (current.value?.token !== former) return
  current.value = { ...current.value, token: next }
  withStorage((storage) => storage.setItem(TOKEN_KEY, next))
}

export function endSession(why: SessionEnd) {
  // Several calls may report the end of one session. Only the first reason is kept.
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
      const user = Account.safeParse(JSON.parse(storage.getItem(USER_KEY) ?? 'null'))
      return token && user.success ? { token, userId: user.data.id } : null
    }) ?? null
  )
}

/** Undefined if the browser forbids the storage or the stored text is not JSON. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage)
  } catch {
    return undefined
  }
}

// Follows a sign-in or sign-out in another tab. Both keys are always written together, so one of them is enough.
window.addEventListener('storage', (event) => {
  if (event.key === USER_KEY || event.key === TOKEN_KEY || event.key === null) current.value = read()
})

setSessionHolder({ token: () => current.value?.token, end: endSession })
