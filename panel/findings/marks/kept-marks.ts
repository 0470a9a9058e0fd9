import * as z from 'zod'
import { FindingShape } from '#domain/findings/finding-shape.ts'
import { KeptFindingValues } from '../kept-finding.ts'
import type { MarkingWork } from './marking-work.ts'

const Point = z.tuple([z.number(), z.number()])

const KeptDraft = z.object({
  key: z.int(),
  photoId: z.int(),
  shape: FindingShape.nullable(),
  past: z.array(FindingShape),
  future: z.array(FindingShape),
  values: KeptFindingValues,
  // Nobody waits for an answer from before the reload any more.
  status: z
    .enum(['open', 'aside', 'sending'])
    .transform((status) => (status === 'sending' ? 'aside' : status)),
  failure: z.string().nullable(),
})

/** What is drawn and typed, when it is read after a reload. */
export const KeptWork: z.ZodType<MarkingWork> = z.object({
  drafts: z.array(KeptDraft),
  outline: z.object({ photoId: z.int(), corners: z.array(Point) }).nullable(),
})

/** The line whose known length is asked for, and what is typed; null if none. */
export const KeptReference = z
  .object({ photoId: z.int(), from: Point, to: Point, typed: z.string() })
  .nullable()
