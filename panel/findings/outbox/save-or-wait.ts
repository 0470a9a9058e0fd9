import { useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import type { Finding, FindingChange, FindingDraft } from '#domain/findings/finding.ts'
import { makeRandomKey } from '#domain/random-key.ts'
import type { Turbine } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import { lossOf } from '#panel/api/lost-connection.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import {
  addFinding,
  changeShownFindings,
  editFinding,
  findingsQuery,
  listsAfterFinding,
} from '#panel/data/findings.ts'
import { useTellUnlinked } from '#panel/findings/tell-unlinked.ts'
import type { ReadRecord } from '#panel/frame/conflicts.ts'
import { useText } from '#panel/words/use-text.ts'
import type { FindingValues } from '../finding-values.ts'
import { saveFinding, useEditFailure } from '../save-finding.ts'
import { draftOf } from './draft-of.ts'
import { newKey } from './marking-work.ts'
import { useFindingOutbox } from './use-finding-outbox.ts'

interface NewFinding {
  fields: FindingDraft
  /** What is sent again later, if there is no connection. */
  values: FindingValues
  foundOn: string
}

/**
 * Adds a finding. The form shows a refusal itself. Without a connection the finding waits and goes by itself, with the key of this attempt,
 * so that the server makes it once.
 *
 * @param onDone called when the server has it, or when it waits
 */
export function useAddFinding(turbine: Turbine, onDone: () => void) {
  const text = useText()
  const outbox = useFindingOutbox()
  const queryClient = useQueryClient()
  const { id: turbineId, company_id: companyId } = turbine
  return useApiMutation({
    name: ['finding.add', turbineId],
    async call({ fields, values, foundOn }: NewFinding) {
      const attempt = makeRandomKey()
      try {
        return await addFinding(turbineId, fields, { key: attempt })
      } catch (error) {
        if (lossOf(error) === undefined) throw error
        const draft = { key: newKey(), photoId: null, shape: null, values, foundOn, ...UNDRAWN }
        await outbox.save({ turbineId, companyId, attempt, draft })
        return undefined
      }
    },
    invalidates: () => listsAfterFinding(turbineId),
    onSuccess: (added) => {
      if (added) {
        changeShownFindings(queryClient, turbineId, (shown) => [...shown, added])
        outbox.tellSaved(added, undefined, companyId)
      }
      onDone()
    },
    failureWhenClosed: (error) => ({ title: text('findings.add.failed'), message: errorText(text, error) }),
  })
}

interface EditOptions {
  /** True if a form shows a failure itself, as long as it is open; otherwise a toast does. */
  hasForm: boolean
  /** Called when the server has the change, or when it waits. */
  onDone?: () => void
  /** Called with the finding as it is now, if others have changed it. */
  onRead?: (record: ReadRecord) => void
}

interface FindingEdit {
  finding: Finding
  fields: FindingChange
  /** The finding as the screen has read it; undefined to change what is there now. */
  read?: ReadRecord | undefined
}

/**
 * Changes a finding, one change after the other. Without a connection the change waits and goes by itself; it sends only the fields that
 * differ from what was read.
 *
 * @param id undefined in a form that adds one
 */
export function useEditFinding(
  { id: turbineId, company_id: companyId }: Turbine,
  id: number | undefined,
  { hasForm, onDone, onRead = () => {} }: EditOptions,
) {
  const text = useText()
  const { locale } = useIntl()
  const queryClient = useQueryClient()
  const outbox = useFindingOutbox()
  const tellUnlinked = useTellUnlinked()
  const say = useEditFailure(hasForm ? 'findings.conflict' : 'findings.conflict.status')
  const failure = (error: Error) => ({ title: text('findings.edit.failed'), message: say(error) })
  return useApiMutation({
    name: ['finding.edit', id ?? null],
    async call({ finding, fields, read }: FindingEdit) {
      const path = { turbineId, id: finding.id }
      const before = queryClient
        .getQueryData(findingsQuery(turbineId).queryKey)
        ?.find((each) => each.id === finding.id)
      try {
        const edited = read
          ? await saveFinding(path, read, fields, onRead)
          : await editFinding(turbineId, finding.id, fields)
        return { ...edited, before }
      } catch (error) {
        if (lossOf(error) === undefined) throw error
        const draft = draftOf({ ...finding, ...fields } as Finding, locale)
        const kept = {
          ...draft,
          ...UNDRAWN,
          foundOn: fields.found_on,
          read: read ?? draftOf(finding, locale).read,
        }
        await outbox.save({ turbineId, companyId, attempt: makeRandomKey(), draft: kept })
        return undefined
      }
    },
    invalidates: () => listsAfterFinding(turbineId),
    onSuccess: (answer) => {
      if (answer) {
        const { finding: edited, before } = answer
        changeShownFindings(queryClient, turbineId, (shown) =>
          shown.map((finding) => (finding.id === edited.id ? edited : finding)),
        )
        tellUnlinked(answer)
        outbox.tellSaved(edited, before, companyId)
      }
      onDone?.()
    },
    ...(hasForm ? { failureWhenClosed: failure } : { failureToast: failure }),
  })
}

/** A draft that was not drawn, and is on its way. */
const UNDRAWN = { past: [], future: [], status: 'sending' as const, failure: null }
