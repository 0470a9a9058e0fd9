import {
  DUE_IN_DAYS,
  INSPECTION_OPEN_DAYS,
  INVITATION_MS,
  PARTIAL_UPLOAD_KEPT_MS,
  REVIEW_DAYS_DEFAULT,
  WORST_FINDINGS_MAX,
  YEARS_BACK,
} from '#domain/limits.ts'
import severities from '../content/findings/severities.json'
import type { SiteLanguage } from './languages.ts'
import { fill } from './shared-page/shared-words.ts'
import type { getWords } from './words.ts'

const HOUR_MS = 60 * 60 * 1000

type Course = Awaited<ReturnType<typeof getWords>>['about']['course']

interface CourseStep {
  title: string
  text: string
  /** A time, and the rest of its sentence. */
  when?: string
  time: string
  /** The times of several severities instead of one time, the worst first. */
  due?: { name: string; when: string }[]
}

/** The steps of an inspection. Their times are the ones of the software, so that the page never promises others. */
export function describeCourse(language: SiteLanguage, { steps, at_once }: Course): CourseStep[] {
  const inWords = (n: number, unit: 'hour' | 'day' | 'month' | 'year') =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(n)
  const [early, late] = DUE_IN_DAYS
  const due = severities.flatMap(({ months, [language]: { name } }) =>
    months === null ? [] : [{ name, when: months === 0 ? at_once : inWords(months, 'month') }],
  )
  return [
    { ...steps.prepare, when: inWords(INVITATION_MS / HOUR_MS, 'hour') },
    { ...steps.upload, when: inWords(PARTIAL_UPLOAD_KEPT_MS / HOUR_MS, 'hour') },
    { ...steps.mark, when: inWords(INSPECTION_OPEN_DAYS, 'day') },
    { ...steps.review, when: inWords(REVIEW_DAYS_DEFAULT, 'day') },
    { ...steps.publish, time: fill(steps.publish.time, { n: WORST_FINDINGS_MAX }) },
    { ...steps.decide, text: fill(steps.decide.text, { early, late }), due: due.reverse() },
    { ...steps.repeat, when: inWords(YEARS_BACK, 'year') },
  ]
}
