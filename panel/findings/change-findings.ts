import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import type { Finding, FindingChange, FindingDraft } from '#domain/findings/finding.ts'
import { errorText } from '#panel/api/error-text.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import type { ReadRecord } from '#panel/frame/conflicts.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { addFinding, deleteFinding, type EditedFinding, editFinding, findingsQuery } from './finding-calls.ts'
import { saveFinding, useEditFailure } from './save-finding.ts'

/** The lists that show findings or the state that follows from them. */
export const findingChangeInvalidates = (turbineId: number) => [
  findingsQuery(turbineId).queryKey,
  turbineKeys.one(turbineId),
  turbineKeys.list(),
  ['findings'],
]

/** Adds a finding. The form shows a failure itself. */
export function useAddFinding(turbineId: number, onAdded?: (finding: Finding) => void) {
  const text = useText()
  const change = useChangeShown(turbineId)
  return useApiMutation({
    name: ['finding.add', turbineId],
    call: (draft: FindingDraft) => addFinding(turbineId, draft),
    invalidates: () => findingChangeInvalidates(turbineId),
    onSuccess: (added) => {
      change((shown) => [...shown, added])
      onAdded?.(added)
    },
    failureWhenClosed: (error) => ({ title: text('findings.add.failed'), message: errorText(text, error) }),
  })
}

interface EditOptions {
  /** True if a form shows a failure itself, as long as it is open; otherwise a toast does. */
  hasForm: boolean
  onEdited?: (finding: Finding) => void
  /** Called with the finding as it is now, if others have changed it. */
  onRead?: (record: ReadRecord) => void
}

interface FindingEdit {
  id: number
  fields: FindingChange
  /** The finding as the screen has read it; undefined to change what is there now. */
  read?: ReadRecord | undefined
}

/**
 * Changes a finding, one change after the other.
 *
 * @param id undefined in a form that adds one
 */
export function useEditFinding(
  turbineId: number,
  id: number | undefined,
  { hasForm, onEdited, onRead = () => {} }: EditOptions,
) {
  const text = useText()
  const change = useChangeShown(turbineId)
  const tellUnlinked = useTellUnlinked()
  const say = useEditFailure(hasForm ? 'findings.conflict' : 'findings.conflict.status')
  const failure = (error: Error) => ({ title: text('findings.edit.failed'), message: say(error) })
  return useApiMutation({
    name: ['finding.edit', id ?? null],
    call: ({ id, fields, read }: FindingEdit) =>
      read ? saveFinding({ turbineId, id }, read, fields, onRead) : editFinding(turbineId, id, fields),
    invalidates: () => findingChangeInvalidates(turbineId),
    onSuccess: (answer) => {
      const { finding: edited } = answer
      change((shown) => shown.map((finding) => (finding.id === edited.id ? edited : finding)))
      tellUnlinked(answer)
      onEdited?.(edited)
    },
    ...(hasForm ? { failureWhenClosed: failure } : { failureToast: failure }),
  })
}

export function useDeleteFinding(
  turbineId: number,
  { onDeleted, onSettled }: { onDeleted: () => void; onSettled: () => void },
) {
  const text = useText()
  const change = useChangeShown(turbineId)
  return useApiMutation({
    name: ({ id }) => ['finding.delete', id],
    call: ({ id }: Finding) => deleteFinding(turbineId, id),
    invalidates: () => findingChangeInvalidates(turbineId),
    onSuccess: (_, deleted) => {
      change((shown) => shown.filter(({ id }) => id !== deleted.id))
      onDeleted()
    },
    failureToast: (error) => ({ title: text('findings.delete.failed'), message: errorText(text, error) }),
    onSettled,
  })
}

/** Tells which findings are no longer linked with a changed one, because its blade or year has changed. */
export function useTellUnlinked(): (edited: EditedFinding) => void {
  const text = useText()
  const { formatList } = useIntl()
  const notify = useNotify()
  return ({ finding: { number }, unlinked }) => {
    if (unlinked.length === 0) return
    const others = formatList(unlinked.map((each) => each.number))
    notify({
      tone: 'warning',
      title: text('findings.unlinked'),
      message: text('findings.unlinked.text', { number, others }),
      stays: true,
    })
  }
}

/** Changes the list of findings that is on the screen, before the server has answered with the new one. */
export function useChangeShown(turbineId: number) {
  const queryClient = useQueryClient()
  return (change: (shown: Finding[]) => Finding[]) => changeShownFindings(queryClient, turbineId, change)
}

export function changeShownFindings(
  queryClient: QueryClient,
  turbineId: number,
  change: (shown: Finding[]) => Finding[],
) {
  const { queryKey } = findingsQuery(turbineId)
  // A running request may have read the list before the change; its answer would undo the change on the screen.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (shown) => shown && change(shown))
}
