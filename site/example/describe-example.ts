import { SEVERITIES } from '../../domain/findings/finding-type.ts'
import { dayInWords } from '../../domain/time/day-words.ts'
import { dayIn } from '../../domain/time/today.ts'
import { TURBINE_STATES } from '../../domain/turbine.ts'
import { getPanelWords } from '../finding-words.ts'
import { letterGround, severityGround } from '../shared-page/severity-classes.ts'
import { fill, severityText } from '../shared-page/shared-words.ts'
import type { ExampleWords } from './describe-finding.ts'
import { example, shownFindings, state } from './read-example.ts'

/** The inspection in words: what stands above its findings. */
export function describeExample({ language, texts, words }: ExampleWords) {
  const { turbine, inspection, version, reports } = example
  const { year } = inspection
  const panel = getPanelWords(language)
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const unsolved = shownFindings.filter(({ is_solved }) => !is_solved)
  const [due] = unsolved.flatMap(({ finding }) => finding.due_on ?? []).sort()
  const published = dayIn(turbine.time_zone, new Date(version.published_at))
  const letters = TURBINE_STATES.filter((each) => each !== 'not_inspected')
  return {
    headline: fill(texts.headline, { turbine: turbine.turbine_name, year }),
    turbine: [
      turbine.company_name,
      turbine.location,
      `${turbine.manufacturer} ${turbine.model}, ${fill(texts.blade, { metres: numbers.format(turbine.blade_length ?? 0) })}`,
    ].join(' · '),
    version: fill(texts.version, { version: version.version, day: dayInWords(language, published) }),
    letter: { letter: state, ground: letterGround(state), text: words.states[state] },
    ofYear: fill(texts.of_year, { year }),
    figures: [
      { value: `${unsolved.length}`, label: texts.figures.findings },
      {
        value: `${shownFindings.filter(({ growth }) => growth).length}`,
        label: fill(texts.figures.grown, { year: year - 1 }),
      },
      { value: due ? dayInWords(language, due) : texts.no_due, label: texts.figures.due },
    ],
    letters: letters.map((letter) => ({
      letter,
      ground: letterGround(letter),
      name: panel[`state.${letter}`],
      isOurs: letter === state,
    })),
    severities: SEVERITIES.map((severity) => ({
      severity,
      ground: severityGround(severity),
      name: severityText(words, severity),
    })),
    report: {
      file: fill(texts.file, { size: `${numbers.format(reports[language].size / 1_000_000)} MB` }),
      name: `${turbine.code}-${year}-${version.version}-${language}.pdf`,
    },
  }
}
