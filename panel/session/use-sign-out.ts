import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { signOut } from './session-calls.ts'
import { endSession } from './stored-session.ts'

/** Ends the session here and on the server, and goes to the public front page. */
export function useSignOut(): { signOut: () => void; leaving: boolean } {
  const { mutate, isIdle } = useApiMutation<void, void>({
    call: signOut,
    // Whatever the server answers, this browser forgets the session.
    onSettled: () => {
      endSession('signed-out')
      // The browser's back button may bring this page back from memory; it must then ask anew who is signed in.
      window.addEventListener('pageshow', (event) => event.persisted && window.location.reload())
      window.location.assign('/')
    },
  })
  return { signOut: () => mutate(), leaving: !isIdle }
}
