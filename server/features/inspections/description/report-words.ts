import severities from '#content/findings/severities.json' with { type: 'json' }
import types from '#content/findings/types.json' with { type: 'json' }
import en from '#content/report/en.json' with { type: 'json' }
import tr from '#content/report/tr.json' with { type: 'json' }
import type { Finding } from '#domain/findings/finding.ts'
import { FINDING_MEASURES, type FindingMeasure, type Severity } from '#domain/findings/finding-type.ts'
import type { GrowthForecast, GrowthMeasure, MeasureChange } from '#domain/findings/growth.ts'
import { roomLabel } from '#domain/photo.ts'
import type { Language } from '#domain/text/language.ts'
import {
  CHANGE_FORMAT,
  GROWTH_FORMAT,
  LENGTH_FORMAT,
  MEASURE_FORMAT,
  METRES_FORMAT,
} from '#domain/text/number-formats.ts'
import { dayInWords } from '#domain/time/day-words.ts'
import { seasonOf } from '#domain/time/season.ts'
import { dayIn, monthAsDate } from '#domain/time/today.ts'
import { formatMessage, type MessageValues } from '#server/infrastructure/format-message.ts'

const MESSAGES = { tr, en } as const
export type MessageId = keyof typeof tr & keyof typeof en

/** A measure of a finding in words, with its comparable value. */
export interface Measured {
  measure: FindingMeasure
  name: string
  value: number
  text: string
}

/** The texts, numbers and days of a report in its language. */
export class ReportWords {
  readonly language: Language
  readonly #numbers: Intl.NumberFormat
  readonly #metres: Intl.NumberFormat
  readonly #measures: Intl.NumberFormat
  readonly #differences: Intl.NumberFormat
  readonly #changes: Intl.NumberFormat
  readonly #percents: Intl.NumberFormat
  readonly #months: Intl.DateTimeFormat
  readonly #list: Intl.ListFormat

  constructor(language: Language) {
    this.language = language
    this.#numbers = new Intl.NumberFormat(language, LENGTH_FORMAT)
    this.#metres = new Intl.NumberFormat(language, METRES_FORMAT)
    this.#measures = new Intl.NumberFormat(language, MEASURE_FORMAT)
    this.#differences = new Intl.NumberFormat(language, { ...MEASURE_FORMAT, signDisplay: 'exceptZero' })
    this.#changes = new Intl.NumberFormat(language, CHANGE_FORMAT)
    this.#percents = new Intl.NumberFormat(language, GROWTH_FORMAT)
    this.#months = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'tr', {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
    this.#list = new Intl.ListFormat(language, { type: 'conjunction' })
  }

  text(id: MessageId, values?: MessageValues): string {
    return formatMessage(this.language, MESSAGES[this.language][id], values).trim()
  }

  number(value: number): string {
    return this.#numbers.format(value)
  }

  /** @param day such as `2026-11-21` */
  day(day: string): string {
    return dayInWords(this.language, day)
  }

  /** The day of a time in a zone. @param at an ISO time */
  dayOf(at: string, timeZone: string): string {
    return this.day(dayIn(timeZone, at))
  }

  month(year: number, month: number): string {
    return this.#months.format(monthAsDate(year, month))
  }

  list(parts: readonly string[]): string {
    return this.#list.format(parts)
  }

  /** The name of a type; the id of a removed type. */
  type(id: string): string {
    return types.types.find((type) => type.id === id)?.[this.language] ?? id
  }

  /** The name of a severity and its action. */
  severity(severity: Severity): { name: string; action: string } {
    const words = severities.find((each) => each.severity === severity)?.[this.language]
    return words ?? { name: String(severity), action: '' }
  }

  /** A severity such as "Severity 3: Medium". */
  severityNamed(severity: Severity | null): string {
    if (severity === null) return this.text('severity.none.named')
    return this.text('severity.named', { severity, name: this.severity(severity).name })
  }

  /** A room as the panel shows it: `Tip-WW`, or its own name. */
  room(room: string): string {
    return roomLabel(room) ?? room
  }

  /** Where along the blade: `34.6–37.1 m`, or single places; empty if unknown. */
  place({ from_m, to_m, positions_m }: Pick<Finding, 'from_m' | 'to_m' | 'positions_m'>): string {
    const metres = (value: number) => this.#metres.format(value)
    if (positions_m.length > 0) return this.text('unit.m', { value: this.list(positions_m.map(metres)) })
    if (from_m === null) return ''
    const value = to_m === null || to_m === from_m ? metres(from_m) : `${metres(from_m)}–${metres(to_m)}`
    return this.text('unit.m', { value })
  }

  /** The blade, the side and the place along the blade. */
  where(finding: Finding): string {
    const { blade } = finding
    const side = this.text(`side.${finding.side}`)
    const place = this.place(finding)
    return place === ''
      ? this.text('where', { blade, side })
      : this.text('where.place', { blade, side, place })
  }

  /** The measures that a finding has. */
  measures(finding: Finding): Measured[] {
    return FINDING_MEASURES.flatMap((measure) => {
      const value = finding[measure]
      if (value === null) return []
      return { measure, name: this.text(`measure.${measure}`), value, text: this.measured(measure, value) }
    })
  }

  /** The growth of a measure, with its sign. */
  difference(before: number, now: number): string {
    return this.#differences.format(now - before).replace('-', '−')
  }

  /** The change of a measure, such as "+105 mm, +20%". */
  change({ measure, from, to }: MeasureChange): string {
    const difference = this.withUnit(measure, this.#changes.format(to - from))
    return from === 0 ? difference : `${difference}, ${this.#percents.format(to / from - 1)}`
  }

  /** The expected growth, such as "700–780 mm in spring 2027". */
  forecast({ measure, day, low, high, sightings }: GrowthForecast): string {
    const number = (value: number) => this.#measures.format(value)
    const range = low === high ? number(low) : `${number(low)}–${number(high)}`
    return this.text('finding.forecast', {
      range: this.withUnit(measure, range),
      season: seasonOf(day),
      year: day.slice(0, 4),
      n: sightings,
    })
  }

  /** A value with the unit of its measure. */
  measured(measure: FindingMeasure, value: number): string {
    return this.withUnit(measure, this.#measures.format(value))
  }

  private withUnit(measure: GrowthMeasure, value: string): string {
    if (measure === 'count') return value
    return this.text(measure === 'area_cm2' ? 'unit.cm2' : 'unit.mm', { value })
  }
}
