import { useSignals } from '@preact/signals-react/runtime'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTellUnlinked } from '#panel/findings/tell-unlinked.ts'
import { FINDINGS_STAGING } from '#panel/outbox/outboxes.ts'
import { useOutboxes } from '#panel/outbox/use-outboxes.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { useEditFailure } from '../save-finding.ts'
import { FindingOutbox } from './finding-outbox.ts'
import { useSavedFinding } from './use-saved-finding.ts'

const NAMES = [FINDINGS_STAGING] as const
const makeOutbox = (userId: number) => new FindingOutbox(userId)

/** The saved findings of the user that the server does not have yet. They are sent as long as a screen of the panel is there. */
export function useFindingOutbox(): FindingOutbox {
  useSignals()
  const [outbox] = useOutboxes<FindingOutbox, typeof FINDINGS_STAGING>(NAMES, makeOutbox)
  if (!outbox) throw new Error('The findings have no owner.')
  const queryClient = useQueryClient()
  const notify = useNotify()
  const text = useText()
  const tellUnlinked = useTellUnlinked()
  const say = useEditFailure()
  const { tellSaved } = useSavedFinding()
  useEffect(() => {
    outbox.panel = { queryClient, notify, text, tellUnlinked, say, tellSaved }
  })
  const { value: files } = outbox.files
  const { value: sending } = outbox.sending
  useEffect(() => {
    if (files.length > 0 && sending === null) outbox.sendAll()
  }, [outbox, files, sending])
  return outbox
}
