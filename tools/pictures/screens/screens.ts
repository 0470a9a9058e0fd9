import { api } from './api.ts'
import { cloud } from './cloud.ts'
import { findings } from './findings.ts'
import { fleet } from './fleet.ts'
import { mark } from './mark.ts'
import { panorama } from './panorama.ts'
import { proof } from './proof.ts'
import { publish } from './publish.ts'
import { report } from './report.ts'
import { review } from './review.ts'
import type { Screen } from './screen.ts'
import { summary } from './summary.ts'
import { upload } from './upload.ts'
import { years } from './years.ts'

/** Every screen that has pictures. */
export const SCREENS: readonly Screen[] = [
  mark,
  years,
  upload,
  panorama,
  cloud,
  findings,
  fleet,
  review,
  publish,
  summary,
  report,
  proof,
  api,
]
