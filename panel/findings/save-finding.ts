import { useIntl } from 'react-intl'
import {
  type Finding,
  type FindingChange,
  FindingFields,
  type FindingStatus,
} from '#domain/findings/finding.ts'
import { FINDING_MEASURES, type FindingMeasure, type FindingSide } from '#domain/findings/finding-type.ts'
import type { Language } from '#domain/text/language.ts'
import { typedText } from '#domain/text/typed-number.ts'
import type { CallInit } from '#panel/api/api-client.ts'
import { errorText } from '#panel/api/error-text.ts'
import { type Conflict, ConflictError, type ReadRecord, saveChanges } from '#panel/frame/conflicts.ts'
import type { MessageId } from '#panel/words/messages.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { type EditedFinding, editFinding } from './finding-calls.ts'
import { typeName } from './finding-words.ts'

/** The fields of a finding as a form has read them. */
export function readOf(finding: Finding): ReadRecord {
  const names = Object.keys(FindingFields.shape) as (keyof FindingFields)[]
  return {
    fields: Object.fromEntries(names.map((name) => [name, finding[name]])),
    revision: finding.revision,
  }
}

/**
 * Sends what was changed of a finding.
 *
 * @param onRead called if others have changed the finding. It gets what the next attempt starts from: the finding as it is now, but with
 *   the fields that the user has not changed as they were read, so that none of them is set back to what the form shows
 * @throws ConflictError if others have changed the same fields
 */
export function saveFinding(
  { turbineId, id }: { turbineId: number; id: number },
  read: ReadRecord,
  typed: FindingChange,
  onRead: (record: ReadRecord) => void,
  init: CallInit = {},
): Promise<EditedFinding> {
  const send = (record: ReadRecord, changed: FindingChange) =>
    editFinding(turbineId, id, changed, record.revision, init)
  const sent = new Map<string, unknown>(Object.entries(typed))
  const isChanged = (name: string) =>
    sent.has(name) && JSON.stringify(sent.get(name)) !== JSON.stringify(read.fields[name])
  return saveChanges(read, typed, send, ({ fields, revision }) => {
    const unchanged = Object.entries(read.fields).filter(([name]) => !isChanged(name))
    onRead({ fields: { ...fields, ...Object.fromEntries(unchanged) }, revision })
  })
}

/**
 * The sentences for a change of a finding that was not kept. After a conflict the form has the values of the user, and this says the others.
 *
 * @param conflict the sentence for a conflict
 */
export function useEditFailure(
  conflict: 'findings.conflict' | 'findings.conflict.status' = 'findings.conflict',
): (error: Error) => string {
  const text = useText()
  const { locale } = useIntl()
  const dates = useDates()
  return (error) => {
    if (!(error instanceof ConflictError)) return errorText(text, error)
    const others = error.conflicts.map(describe).join('; ')
    return text(conflict, { others })
  }

  function describe({ field, theirs, author }: Conflict): string {
    const written = `${text(LABELS[field] ?? measureLabel(field))}: ${show(field, theirs)}`
    if (!author?.user_name) return written
    return `${written} (${author.user_name}, ${dates.dayAndTimeOf(author.at)})`
  }

  function show(field: string, value: unknown): string {
    if (value === null || value === '') return text('form.conflict.empty')
    if (field === 'type') return typeName(locale as Language, String(value))
    if (field === 'side') return text(`findings.side.${value as FindingSide}`)
    if (field === 'status') return text(`findings.status.${value as FindingStatus}`)
    if (field === 'shape') return text('findings.conflict.moved')
    if (field === 'found_on' || field === 'own_due_on') return dates.day(String(value))
    return typeof value === 'number' ? typedText(locale, value) : String(value)
  }
}

const LABELS: Record<string, MessageId> = {
  shape: 'findings.shape',
  blade: 'findings.blade',
  side: 'findings.side',
  type: 'findings.type',
  severity: 'findings.severity',
  from_m: 'findings.place',
  to_m: 'findings.place',
  positions_m: 'findings.place',
  text: 'findings.text',
  status: 'findings.status',
  year: 'findings.year',
  found_on: 'findings.foundOn',
  own_due_on: 'findings.ownDueOn',
  due_reason: 'findings.dueReason',
  earlier_id: 'findings.earlier',
}

function measureLabel(field: string): MessageId {
  return (FINDING_MEASURES as readonly string[]).includes(field)
    ? `findings.measure.${field as FindingMeasure}`
    : 'findings.shape'
}
