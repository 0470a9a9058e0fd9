import { useIntl } from 'react-intl'
import type { Finding, FindingDraft } from '#domain/findings/finding.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { findingChangeInvalidates, useChangeShown, useTellUnlinked } from '../change-findings.ts'
import { addFinding, type EditedFinding, editFinding } from '../finding-calls.ts'
import { faultOf, fieldsOf } from '../finding-values.ts'
import { useMarking } from './marking.tsx'
import { type Draft, isSending } from './marking-work.ts'
import { isChanged, type PhotoMarks } from './use-photo-marks.ts'

/** Keeps, closes and drops drafts of the open photo. */
export function useDraftActions({ findings, drafts, show, hide }: PhotoMarks) {
  const text = useText()
  const { locale } = useIntl()
  const notify = useNotify()
  const { turbine, change, setLastKind, shownPhotoId } = useMarking()
  const changeShown = useChangeShown(turbine.id)
  const tellUnlinked = useTellUnlinked()
  const { mutate } = useApiMutation({
    // A new finding is sent once, a change of one as often as it is another change.
    name: ({ draft, fields }) => ['finding.keep', turbine.id, draft.key, draft.key < 0 ? null : fields],
    call: async ({ draft, fields }: { draft: Draft; fields: FindingDraft }): Promise<EditedFinding> => {
      try {
        if (draft.key < 0) return { finding: await addFinding(turbine.id, fields), unlinked: [] }
        return await editFinding(turbine.id, draft.key, fields)
      } catch (error) {
        // Here and not in a callback of the mutation, because the form that sent it is gone already.
        fail(draft, errorText(text, error))
        throw error
      }
    },
    invalidates: () => findingChangeInvalidates(turbine.id),
    onSuccess: (kept, { draft }) => {
      changeShown((shown) => withKept(shown, kept.finding))
      tellUnlinked(kept)
      change({ do: 'drop', key: draft.key })
    },
  })

  /** Opens the form again, with the reason. If another photo is open meanwhile, nobody would see it: then a toast tells it. */
  function fail({ key, photoId }: Draft, failure: string) {
    const isShown = shownPhotoId.current === photoId
    change({ do: 'fail', key, failure, isShown })
    if (isShown && key > 0) show(key)
    if (isShown) return
    notify({
      tone: 'error',
      title: text(key < 0 ? 'findings.add.failed' : 'findings.edit.failed'),
      message: failure,
    })
  }

  function send(draft: Draft) {
    const { key, photoId, shape, values } = draft
    change({ do: 'send', key })
    setLastKind({ type: values.type, severity: values.severity, side: values.side })
    mutate({ draft, fields: { ...fieldsOf(values), photo_id: photoId, shape } })
  }

  return {
    /** Sends the draft and closes its form. @returns the field with a fault, if there is one */
    keep(draft: Draft) {
      const fault = faultOf(draft.values)
      if (fault) return fault
      const finding = findings.find(({ id }) => id === draft.key)
      if (draft.key > 0) hide(draft.key)
      if (isChanged(draft, finding, locale)) {
        // The list has only drafts with changes.
        change({ do: 'type', draft, values: draft.values })
        send(draft)
      } else change({ do: 'drop', key: draft.key })
      return undefined
    },
    /** Closes the form. What was typed stays until it is kept or dropped. */
    close(draft: Draft) {
      const finding = findings.find(({ id }) => id === draft.key)
      const { type, text: typed, place } = draft.values
      const isEmpty = draft.key < 0 && type === undefined && typed === '' && place === ''
      if (isEmpty || !isChanged(draft, finding, locale)) change({ do: 'drop', key: draft.key })
      else change({ do: 'put aside', key: draft.key })
      if (draft.key > 0) hide(draft.key)
    },
    drop(draft: Draft) {
      change({ do: 'drop', key: draft.key })
      if (draft.key > 0) hide(draft.key)
    },
    /** Opens the form of a finding or of a draft, unless the draft is being sent. */
    open(key: number) {
      if (key > 0) {
        show(key)
        return
      }
      if (isSending(drafts, key)) return
      show(undefined)
      change({ do: 'open', key })
    },
  }
}

export type DraftActions = ReturnType<typeof useDraftActions>

function withKept(shown: Finding[], kept: Finding): Finding[] {
  const others = shown.filter(({ id }) => id !== kept.id)
  return [...others, kept]
}
