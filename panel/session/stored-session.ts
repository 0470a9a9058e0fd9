import { type ReadonlySignal, signal } from '@preact/signals-react'
import { OwnUser } from '#domain/user.ts'
import { setSessionHolder } from '#panel/api/session-holder.ts'
import { decodeToken, hasEnded } from './session-token.ts'
import { withStorage } from './with-storage.ts'

const TOKEN_KEY = 'kanat.token'
const USER_KEY = 'kanat.user'

/** The token and its user. Screens do not show this user, but the one that the server confirms: `useViewer`. */
export interface Session {
  token: string
  userId: number
  /** True while another person has set or mailed the password, until the user chooses one. */
  mustChoosePassword: boolean
}

/** Why a session ended. The sign-in page has a sentence for each reason except `signed-out`. */
export type SessionEnd = 'expired' | 'invalid' | 'unchecked' | 'clock' | 'signed-out'

const current = signal<Session | null>(readOrForget())
const forbiddenCalls = signal(0)
const lastEnd = signal<SessionEnd | null>(null)

/** The session in local storage. Null if the token or the user is missing or unreadable. */
export const session: ReadonlySignal<Session | null> = current
/** How many calls the server has refused because the user may not do that: its idea of the user is newer. */
export const refusals: ReadonlySignal<number> = forbiddenCalls
export const sessionEnd: ReadonlySignal<SessionEnd | null> = lastEnd

/** Opens a session with the answer to a sign-in, unless its token has expired by the clock of this computer, which must then be wrong. */
export function openSession({ token, user }: { token: string; user: OwnUser }) {
  const claims = decodeToken(token)
  if (claims && hasEnded(claims, new Date())) {
    lastEnd.value = 'clock'
    return
  }
  lastEnd.value = null
  isSigningOut = false
  current.value = sessionOf(token, user)
  withStorage(() => {
    // In this order, so that no tab ever sees a token without a user.
    localStorage.setItem(USER_KEY, JSON.stringify(user))
    localStorage.setItem(TOKEN_KEY, token)
  })
}

function sessionOf(token: string, user: OwnUser): Session {
  return { token, userId: user.id, mustChoosePassword: user.must_change_password }
}

/**
 * Stores whether this user must choose a password, unless another user has signed in meanwhile. Other tabs follow, because the stored
 * user changes.
 */
export function setPasswordRequired(userId: number, required: boolean) {
  if (current.value?.userId !== userId) return
  current.value = { ...current.value, mustChoosePassword: required }
  withStorage(() => {
    const user = OwnUser.parse(JSON.parse(localStorage.getItem(USER_KEY) ?? 'null'))
    if (user.id !== userId) return
    localStorage.setItem(USER_KEY, JSON.stringify({ ...user, must_change_password: required }))
  })
}

/** Replaces the token `former` by `next`, unless the session has ended or another one has begun since then. */
export function replaceToken(former: string, next: string) {
  if (current.value?.token !== former) return
  current.value = { ...current.value, token: next }
  withStorage(() => localStorage.setItem(TOKEN_KEY, next))
}

/** Keeps the token of the session that a change of the account has opened. The former one has ended. */
export function keepToken(next: string) {
  if (current.value) replaceToken(current.value.token, next)
}

/** True from the moment in which the user signs out. */
let isSigningOut = false

/** The user signs out: whatever ends the session now, also a refusal of the server, is the end that the user wanted. */
export function beginSignOut() {
  isSigningOut = true
}

export function endSession(why: SessionEnd) {
  // Several calls may report the end of one session. Only the first reason is kept.
  if (!current.value) return
  lastEnd.value = isSigningOut ? 'signed-out' : why
  current.value = null
  forgetStored()
}

function forgetStored() {
  withStorage(() => {
    localStorage.removeItem(TOKEN_KEY)
    localStorage.removeItem(USER_KEY)
  })
}

/** The stored session of a new page. A token without its user is of no use, and nothing else would remove it. */
function readOrForget(): Session | null {
  const stored = read()
  if (!stored) forgetStored()
  return stored
}

function read(): Session | null {
  return (
    withStorage(() => {
      const token = localStorage.getItem(TOKEN_KEY)
      const user = OwnUser.safeParse(JSON.parse(localStorage.getItem(USER_KEY) ?? 'null'))
      return token && user.success ? sessionOf(token, user.data) : null
    }) ?? null
  )
}

// Follows a sign-in or sign-out in another tab.
window.addEventListener('storage', (event) => {
  if (event.key === USER_KEY || event.key === TOKEN_KEY || event.key === null) current.value = read()
})

setSessionHolder({
  token: () => current.value?.token,
  userId: () => current.value?.userId,
  end: endSession,
  askAgain: () => {
    forbiddenCalls.value += 1
  },
  requirePassword: () => current.value && setPasswordRequired(current.value.userId, true),
})
