import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { signOut } from '#panel/session/session-calls.ts'
import { findStoredWork, forgetStoredWork } from '#panel/session/sign-out-work.ts'
import { beginSignOut, endSession, session } from '#panel/session/stored-session.ts'
import { confirmLeaving } from '#panel/ui/unsaved-work.ts'
// Signing out asks about staged files and removes them, so their script must be there.
import './outboxes.ts'

/**
 * Ends the session in this browser and on the server, and goes to the public landing page. If unsaved work would be lost, also work of
 * another page that the browser stores, the panel asks before.
 */
export function useSignOut(): { signOut: () => void; leaving: boolean } {
  const { mutate, isIdle } = useApiMutation<number | undefined, void>({
    name: ['session.end'],
    call: () => {
      beginSignOut()
      return signOut()
    },
    // This browser ends the session, whatever the server answers. If the session has ended before, the user is still the same.
    onSettled: async (userId) => {
      if (userId !== undefined) await forgetStoredWork(userId)
      endSession('signed-out')
      // The back button may restore this page from memory. The page must then load again to check the session.
      window.addEventListener('pageshow', (event) => event.persisted && window.location.reload())
      window.location.assign('/')
    },
  })

  async function ask() {
    const userId = session.value?.userId
    const stored = userId === undefined ? undefined : await findStoredWork(userId)
    confirmLeaving(() => mutate(userId), stored)
  }

  return { signOut: () => void ask(), leaving: !isIdle }
}
