import { useSignals } from '@preact/signals-react/runtime'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTellUnlinked } from '#panel/findings/tell-unlinked.ts'
import { FINDINGS_STAGING } from '#panel/staging/stagings.ts'
import { useStagings } from '#panel/staging/use-stagings.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { useEditFailure } from '../save-finding.ts'
import { FindingStaging } from './finding-staging.ts'
import { useSavedFinding } from './use-saved-finding.ts'

const NAMES = [FINDINGS_STAGING] as const
const makeStaging = (userId: number) => new FindingStaging(userId)

/** The saved findings of the user that the server does not have yet. They are sent as long as a screen of the panel is there. */
export function useFindingStaging(): FindingStaging {
  useSignals()
  const [staging] = useStagings<FindingStaging, typeof FINDINGS_STAGING>(NAMES, makeStaging)
  if (!staging) throw new Error('The findings have no owner.')
  const queryClient = useQueryClient()
  const notify = useNotify()
  const text = useText()
  const tellUnlinked = useTellUnlinked()
  const say = useEditFailure()
  const { tellSaved } = useSavedFinding()
  useEffect(() => {
    staging.panel = { queryClient, notify, text, tellUnlinked, say, tellSaved }
  })
  const { value: files } = staging.files
  const { value: sending } = staging.sending
  useEffect(() => {
    if (files.length > 0 && sending === null) staging.sendAll()
  }, [staging, files, sending])
  return staging
}
