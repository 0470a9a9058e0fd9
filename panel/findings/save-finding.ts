import { type Finding, type FindingChange, FindingFields } from '#domain/findings/finding.ts'
import type { CallInit } from '#panel/api/api-client.ts'
import { errorText } from '#panel/api/error-text.ts'
import { type EditedFinding, editFinding } from '#panel/data/findings.ts'
import { type Conflict, ConflictError, type ReadRecord, saveChanges } from '#panel/frame/conflicts.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { useFindingFieldWords } from './field-words.ts'

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
  const dates = useDates()
  const { label, value } = useFindingFieldWords()
  return (error) => {
    if (!(error instanceof ConflictError)) return errorText(text, error)
    const others = error.conflicts.map(describe).join('; ')
    return text(conflict, { others })
  }

  function describe({ field, theirs, author }: Conflict): string {
    const written = `${label(field)}: ${value(field, theirs)}`
    if (!author?.user_name) return written
    return `${written} (${author.user_name}, ${dates.dayAndTimeOf(author.at)})`
  }
}
