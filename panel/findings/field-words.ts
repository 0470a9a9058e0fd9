import { useIntl } from 'react-intl'
import type { FindingStatus } from '#domain/findings/finding.ts'
import { FINDING_MEASURES, type FindingMeasure, type FindingSide } from '#domain/findings/finding-type.ts'
import type { Language } from '#domain/text/language.ts'
import { typedText } from '#domain/text/typed-number.ts'
import { typeName } from '#panel/words/finding-words.ts'
import type { MessageId } from '#panel/words/messages.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'

/** How the form of a finding names its fields and writes their values, for sentences about single fields. */
export function useFindingFieldWords() {
  const text = useText()
  const { locale } = useIntl()
  const dates = useDates()
  return {
    label: (field: string): string => text(LABELS[field] ?? measureLabel(field)),
    value(field: string, value: unknown): string {
      if (value === null || value === '') return text('form.conflict.empty')
      if (field === 'type') return typeName(locale as Language, String(value))
      if (field === 'side') return text(`findings.side.${value as FindingSide}`)
      if (field === 'status') return text(`findings.status.${value as FindingStatus}`)
      if (field === 'shape') return text('findings.conflict.moved')
      if (field === 'found_on' || field === 'own_due_on') return dates.day(String(value))
      return typeof value === 'number' ? typedText(locale, value) : String(value)
    },
  }
}

const LABELS: Record<string, MessageId> = {
  shape: 'findings.shape',
  blade: 'findings.blade',
  room: 'findings.room',
  photo_id: 'findings.photoField',
  number: 'findings.number',
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
