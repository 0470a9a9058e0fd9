import { type ReactNode, useState } from 'react'
import { RequestError } from '#panel/api/request-error.ts'
import { ProofDialog } from './proof-dialog.tsx'

interface Waiting {
  goOn: () => void
  giveUp: () => void
}

/** Thrown for a change whose proof the user has cancelled. */
export class ProofCancelled extends Error {}

/**
 * Runs changes that may need a proof of identity: it asks for the password or a code, and then sends the change again.
 *
 * @returns `dialog` for the screen, and `prove`, which resolves with the answer of the change
 */
export function useFreshProof(): {
  prove: <Answer>(change: () => Promise<Answer>) => Promise<Answer>
  dialog: ReactNode
} {
  const [waiting, setWaiting] = useState<Waiting>()

  async function prove<Answer>(change: () => Promise<Answer>): Promise<Answer> {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== 'fresh_proof_required') throw error
    }
    await new Promise<void>((goOn, giveUp) => {
      setWaiting({ goOn, giveUp: () => giveUp(new ProofCancelled()) })
    }).finally(() => setWaiting(undefined))
    return change()
  }

  return {
    prove,
    dialog: waiting && <ProofDialog onProved={waiting.goOn} onClose={waiting.giveUp} />,
  }
}
