import type { JobKind } from './jobs/job-kind.ts'
import { tilesJob } from './photos/tiles-job.ts'

/** All kinds of work that goes on after the answer to a request. */
export const JOB_KINDS: JobKind[] = [tilesJob]
