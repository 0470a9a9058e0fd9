import type { SessionLoss } from './session-loss.ts'

/** What requests need from the module that stores the session. */
interface SessionHolder {
  /** The token of the current session. */
  token: () => string | undefined
  /** The user of the current session. */
  userId: () => number | undefined
  /** Ends the current session in this browser. */
  end: (loss: SessionLoss) => void
  /** Called when the server refuses requests until the user chooses a password. */
  requirePassword: () => void
  /** Called when the server refuses a change: the permissions of the user may have changed. */
  askAgain: () => void
}

let holder: SessionHolder = {
  token: () => undefined,
  userId: () => undefined,
  end: () => undefined,
  requirePassword: () => undefined,
  askAgain: () => undefined,
}

/** Requests have no token until this is called. `panel/session/` calls it, so that `api` does not import `session`. */
export function setSessionHolder(next: SessionHolder) {
  holder = next
}

export function sessionHolder(): SessionHolder {
  return holder
}
