import { useIntl } from 'react-intl'
import { faultOf } from '../finding-values.ts'
import { type Draft, isSending } from '../outbox/marking-work.ts'
import { useMarking } from './marking.tsx'
import { isChanged, type PhotoMarks } from './use-photo-marks.ts'

/** Keeps, closes and drops drafts of the open photo. */
export function useDraftActions({ findings, drafts, show, hide }: PhotoMarks) {
  const { locale } = useIntl()
  const { change, setLastKind, send } = useMarking()

  function sendAndRepeat(draft: Draft) {
    const { type, severity, side } = draft.values
    setLastKind({ type, severity, side })
    send(draft)
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
        sendAndRepeat(draft)
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
