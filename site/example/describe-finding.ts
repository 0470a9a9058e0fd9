import type { Finding } from '../../domain/findings/finding.ts'
import { type GrowthMeasure, readMeasure, unitOf } from '../../domain/findings/growth.ts'
import { CHANGE_FORMAT, MEASURE_FORMAT } from '../../domain/text/number-formats.ts'
import { dayInWords } from '../../domain/time/day-words.ts'
import { getPanelWords } from '../finding-words.ts'
import type { SiteLanguage } from '../languages.ts'
import { fill, markName, placeText, type SharedWords } from '../shared-page/shared-words.ts'
import type { getExampleWords } from '../words.ts'
import { measuresOf, type ShownFinding } from './read-example.ts'

/** The texts of the page, and those of all findings. */
export interface ExampleWords {
  language: SiteLanguage
  texts: Awaited<ReturnType<typeof getExampleWords>>
  words: SharedWords
}

/** A finding in words. */
export function describeFinding(
  { language, texts, words }: ExampleWords,
  { finding, is_solved, earlier: [before], growth }: ShownFinding,
) {
  const { number, type, severity, side, due_on, found_on, status, year } = finding
  const panel = getPanelWords(language)
  const place = placeText(language, finding)
  const due = due_on === null ? texts.no_due : dayInWords(language, due_on)
  const change =
    growth && `${numberText(language, growth.to - growth.from, CHANGE_FORMAT)}${unitOf(growth.measure)}`
  const measures = measuresOf(type).map((measure) => ({
    name: panel[`findings.measure.${measure}`],
    value: finding[measure] === null ? '' : numberText(language, finding[measure]),
  }))
  const facts = [
    {
      name: texts.facts.severity,
      value: severity ? `${severity} · ${words.severities[severity]}` : words.ungraded,
    },
    { name: panel['findings.side'], value: words.sides[side] },
    { name: panel['findings.place'], value: place && `${place}\u00A0m` },
    ...measures,
    { name: texts.facts.due, value: is_solved ? '' : due },
    { name: texts.facts.status, value: panel[`findings.status.${status}`] },
    { name: texts.facts.found, value: dayInWords(language, found_on) },
  ]
  const solved = `${panel[`findings.status.${status}`]} (${fill(texts.of_earlier, { year })})`
  const notes = [place && `${place} m`, change, is_solved ? solved : due_on && `${texts.facts.due}: ${due}`]
  return {
    name: `${number} ${words.types[type]}`,
    mark: is_solved ? `${words.solved}, ${markName(words, finding)}` : markName(words, finding),
    note: notes.filter(Boolean).join(' · '),
    since: change && before && fill(texts.since, { year: before.year, change }),
    facts: facts.filter(({ value }) => value),
  }
}

/** The size of a damage in one year; empty without this measure. */
export function sizeText(
  { language }: ExampleWords,
  finding: Finding,
  measure: GrowthMeasure | undefined,
): string {
  const value = measure && readMeasure(finding, measure)
  return value ? `${numberText(language, value)}${unitOf(measure)}` : ''
}

function numberText(
  language: SiteLanguage,
  value: number,
  format: Intl.NumberFormatOptions = MEASURE_FORMAT,
): string {
  return new Intl.NumberFormat(language, format).format(value)
}
