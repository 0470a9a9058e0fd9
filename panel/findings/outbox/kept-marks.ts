import * as z from 'zod'
import { Revision } from '#domain/fields.ts'
import { FindingShape } from '#domain/findings/finding-shape.ts'
import { KeptFindingValues } from '../kept-finding.ts'
import type { MarkingWork } from './marking-work.ts'

const Point = z.tuple([z.number(), z.number()])

export const KeptDraft = z.object({
  key: z.int(),
  photoId: z.int().nullable(),
  shape: FindingShape.nullable(),
  past: z.array(FindingShape),
  future: z.array(FindingShape),
  values: KeptFindingValues,
  foundOn: z.string().optional(),
  // The page was left before the browser had stored it, or the browser cannot. It is sent again, with the same key.
  status: z
    .enum(['open', 'aside', 'sending', 'waiting'])
    .transform((status) => (status === 'sending' ? 'waiting' : status)),
  failure: z.string().nullable(),
  read: z.object({ fields: z.record(z.string(), z.unknown()), revision: Revision }).optional(),
  attempt: z.string().optional(),
})

/** What is drawn and typed, when it is read after a reload. */
export const KeptWork: z.ZodType<MarkingWork> = z.object({
  drafts: z.array(KeptDraft),
  outline: z.object({ photoId: z.int(), corners: z.array(Point) }).nullable(),
})

/** The name of the kept work on a turbine. */
export const markingName = (turbineId: number) => `marks/${turbineId}`

/** The line whose known length is asked for, and what is typed; null if none. */
export const KeptReference = z
  .object({ photoId: z.int(), from: Point, to: Point, typed: z.string() })
  .nullable()
