import * as z from 'zod'
import { NoticeChoice } from '#domain/notices.ts'
import { may } from '#domain/permissions.ts'
import { api } from '#panel/api/api-client.ts'
import { errorText } from '#panel/api/error-text.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { viewerQuery } from './session-calls.ts'
import { useViewer } from './viewer-context.ts'

const Chosen = z.object({ data: NoticeChoice })

/** The choice of the user whether a mail in the morning tells which inspections wait. */
export function useOwnNotices() {
  const text = useText()
  const notify = useNotify()
  const viewer = useViewer()
  const { id, company_id, inspection_notices: isOn } = viewer
  const { mutate } = useApiMutation<boolean, void>({
    name: ['user.set-notices', id],
    call: async (inspections) => {
      const call = api.users[':id'].notices.$put({ param: { id: String(id) }, json: { inspections } })
      await readAnswer(call, Chosen)
    },
    onSuccess: (_, inspections) =>
      notify({ tone: 'success', title: text(inspections ? 'notices.on' : 'notices.off') }),
    invalidates: () => [viewerQuery(id).queryKey],
    failureToast: (error) => ({ title: text('notices.failed'), message: errorText(text, error) }),
  })
  return {
    isOn,
    /** False for those for whom no inspection ever waits, unless they have turned it on. */
    isOffered: isOn || may(viewer, 'inspection.work', company_id),
    toggle: () => mutate(!isOn),
  }
}
