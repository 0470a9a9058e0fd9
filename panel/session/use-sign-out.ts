import { useState } from 'react'
import { closeSession } from './session-calls.ts'
import { endSession } from './stored-session.ts'

/** Ends the session here and on the server, and goes to the public front page. */
export function useSignOut(): { signOut: () => Promise<void>; leaving: boolean } {
  const [leaving, setLeaving] = useState(false)
  return {
    leaving,
    async signOut() {
      setLeaving(true)
      // Whatever the server answers, this browser forgets the session.
      await closeSession().catch(() => undefined)
      endSession('signed-out')
      // The browser's back button may bring this page back from memory; it must then ask anew who is signed in.
      window.addEventListener('pageshow', (event) => event.persisted && window.location.reload())
      window.location.assign('/')
    },
  }
}
