import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { forgetStoredWork } from './kept-work.ts'
import { signOut } from './session-calls.ts'
import { endSession } from './stored-session.ts'

/** Ends the session in this browser and on the server, and goes to the public landing page. */
export function useSignOut(): { signOut: () => void; leaving: boolean } {
  const { mutate, isIdle } = useApiMutation<void, void>({
    call: signOut,
    // This browser ends the session, whatever the server answers.
    onSettled: async () => {
      await forgetStoredWork()
      endSession('signed-out')
      // The back button may restore this page from memory. The page must then load again to check the session.
      window.addEventListener('pageshow', (event) => event.persisted && window.location.reload())
      window.location.assign('/')
    },
  })
  return { signOut: () => mutate(), leaving: !isIdle }
}
