import type { SessionLoss } from './session-loss.ts'

/** What requests need from the module that keeps the session. */
interface SessionHolder {
  /** The present session's token. */
  token: () => string | undefined
  /** Forgets the present session. */
  end: (loss: SessionLoss) => void
}

let holder: SessionHolder = { token: () => undefined, end: () => undefined }

/** Until this is called, requests go without a token. `panel/session/` calls it, so that `api` need not import `session`. */
export function setSessionHolder(next: SessionHolder) {
  holder = next
}

export function sessionHolder(): SessionHolder {
  return holder
}
