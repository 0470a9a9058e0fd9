import { signal } from '@preact/signals-react'
import * as z from 'zod'
import { User } from '#domain/user.ts'

const TOKEN_KEY = 'kanat.token'
const USER_KEY = 'kanat.user'

const StoredSession = z.object({ token: z.string().min(1), user: User })
export type StoredSession = z.infer<typeof StoredSession>

/** Why a session ended; the sign-in page has a sentence for each but `signed-out`. */
export type SessionEnd = 'expired' | 'invalid' | 'unchecked' | 'signed-out'

/** Who is signed in, as local storage has it. Nobody, where the token or the user is missing or unreadable. */
export const session = signal<StoredSession | null>(read())
export const sessionEnd = signal<SessionEnd | null>(null)

export function openSession(next: StoredSession) {
  sessionEnd.value = null
  keep(next)
}

export function replaceToken(token: string) {
  if (session.value) keep({ ...session.value, token })
}

export function replaceUser(user: User) {
  if (session.value) keep({ ...session.value, user })
}

export function endSession(why: SessionEnd) {
  // The first reason stands: one lost session may be noticed by several calls at once.
  if (!session.value) return
  sessionEnd.value = why
  session.value = null
  withStorage((storage) => {
    storage.removeItem(TOKEN_KEY)
    storage.removeItem(USER_KEY)
  })
}

function keep(next: StoredSession) {
  session.value = next
  withStorage((storage) => {
    storage.setItem(TOKEN_KEY, next.token)
    storage.setItem(USER_KEY, JSON.stringify(next.user))
  })
}

function read(): StoredSession | null {
  return (
    withStorage((storage) => {
      const token = storage.getItem(TOKEN_KEY)
      const user: unknown = JSON.parse(storage.getItem(USER_KEY) ?? 'null')
      return StoredSession.safeParse({ token, user }).data ?? null
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
  if (event.key === USER_KEY || event.key === TOKEN_KEY || event.key === null) session.value = read()
})
