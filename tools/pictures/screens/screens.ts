import { mark } from './mark.ts'
import { proof } from './proof.ts'
import { report } from './report.ts'
import { review } from './review.ts'
import type { Screen } from './screen.ts'
import { summary } from './summary.ts'
import { years } from './years.ts'

/** Every screen that has pictures. */
export const SCREENS: readonly Screen[] = [mark, years, review, summary, report, proof]
