import * as z from 'zod'
import { Id } from '#domain/fields.ts'

/** The files that are made in the background and downloaded later. */
export const FILE_JOB_NAMES = ['report', 'dossier'] as const
export type FileJobName = (typeof FILE_JOB_NAMES)[number]

/** The first two are unfinished, the others final. */
const FILE_JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export const FileJobState = z.enum(FILE_JOB_STATES)
export type FileJobState = z.infer<typeof FileJobState>

export const UNFINISHED_STATES = ['queued', 'running'] as const satisfies FileJobState[]

export function isUnfinished({ state }: { state: FileJobState }): boolean {
  return (UNFINISHED_STATES as readonly FileJobState[]).includes(state)
}

/** Why any file job can fail, besides the reasons of its kind. */
export const FILE_JOB_FAILURES = [
  'storage_full',
  'storage_read_only',
  'store_unavailable',
  'internal_error',
] as const

/** The fields that every file job has in the API. */
export const FileJob = z.object({
  id: z.int().positive(),
  state: FileJobState,
  /** From 0 to 1. */
  progress: z.number().min(0).max(1),
  year: z.int(),
  /** The sentence for `error`, in the language of the request. */
  message: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type FileJob = z.infer<typeof FileJob>

/** The path of a file job. */
export const FileJobParam = z.object({ id: Id, jobId: Id })
