import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import type { Severity } from '#domain/findings/finding-type.ts'
import type { InspectionMethod } from '#domain/inspections/inspection.ts'
import type { PublishedFacts } from '#domain/inspections/published-fields.ts'
import type { InspectionChange } from '#domain/inspections/version.ts'
import type { Blade, Photo, PhotoCategory } from '#domain/photo.ts'
import type { Language } from '#domain/text/language.ts'
import { typedText } from '#domain/text/typed-number.ts'
import { useFindingFieldWords } from '#panel/findings/field-words.ts'
import type { ChangeWords } from '#panel/inspections/change-words.ts'
import { severityWords } from '#panel/words/finding-words.ts'
import type { MessageId } from '#panel/words/messages.ts'
import { roomName } from '#panel/words/room-name.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'

const INSPECTION_LABELS: Record<keyof PublishedFacts, MessageId> = {
  first_day: 'inspection.firstDay',
  last_day: 'inspection.lastDay',
  methods: 'inspection.methods',
  inspector: 'inspection.inspector',
  weather: 'inspection.weather',
  camera: 'inspection.camera',
  not_seen: 'inspection.notSeen',
  looked_at: 'inspection.lookedAt',
  unlooked_reason: 'inspection.unlooked',
}

/** The ends of a place have their own names here, because one of them may have changed alone. */
const PLACE_LABELS: Record<string, MessageId> = {
  from_m: 'inspection.changes.from',
  to_m: 'inspection.changes.upTo',
  positions_m: 'inspection.changes.positions',
}

/** The words for what has changed in an inspection: the labels and values of the forms of findings and inspections. */
export function useChangeWords(photos: readonly Photo[], findings: readonly Finding[]): ChangeWords {
  const text = useText()
  const dates = useDates()
  const { locale, formatList } = useIntl()
  const ofFinding = useFindingFieldWords()
  return {
    label({ record, field }) {
      if (record === 'inspection') return text(INSPECTION_LABELS[field as keyof PublishedFacts])
      if (field === 'category') return text('list.type')
      const place = PLACE_LABELS[field]
      return place ? text(place) : ofFinding.label(field)
    },
    value({ record, field }: InspectionChange, value: unknown) {
      const empty = text('form.conflict.empty')
      if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) {
        return field === 'shape' ? undefined : empty
      }
      if (record === 'inspection') return ofInspection(field, value)
      switch (field) {
        case 'shape':
          return undefined
        case 'category':
          return text(`category.${value as PhotoCategory}`)
        case 'blade':
          return text('photos.blade', { blade: value as Blade })
        case 'room':
          return roomName(text, String(value))
        case 'severity':
          return text('findings.severity.named', {
            severity: value as Severity,
            name: severityWords(locale as Language, value as Severity).name,
          })
        case 'year':
          return String(value)
        case 'positions_m':
          return formatList((value as number[]).map((metres) => typedText(locale, metres)))
        case 'photo_id':
          return photos.find(({ id }) => id === value)?.originalName ?? text('inspection.changes.gone')
        case 'earlier_id':
          return findings.find(({ id }) => id === value)?.number ?? text('inspection.changes.gone')
        default:
          return ofFinding.value(field, value)
      }
    },
  }

  function ofInspection(field: string, value: unknown): string {
    if (field === 'methods')
      return (value as InspectionMethod[]).map((method) => text(`inspection.method.${method}`)).join(', ')
    return field === 'first_day' || field === 'last_day' ? dates.day(String(value)) : String(value)
  }
}
