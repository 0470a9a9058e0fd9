import * as z from 'zod'
import { Id } from '#domain/fields.ts'
import { may, type Viewer } from '#domain/permissions.ts'

/** The photo files of a dossier: originals, or the largest derivatives. */
export const DOSSIER_PHOTOS = ['originals', 'derivatives'] as const
export type DossierPhotos = (typeof DOSSIER_PHOTOS)[number]

/**
 * The commands that verify a dossier without Kanat, in its folder: the first checks every file, the second the signature, with OpenSSL 3.
 */
export const DOSSIER_COMMANDS = [
  'sha256sum -c SHA256SUMS',
  'openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig',
] as const

/** The body of `POST /turbines/{id}/inspections/{year}/dossier`, which may be empty. */
export const DossierDraft = z.strictObject({
  photos: z.enum(DOSSIER_PHOTOS).default('originals'),
  /** The version of the inspection; null for the newest one that is not withdrawn. */
  version: z.int().positive().nullable().default(null),
})
export type DossierDraft = z.infer<typeof DossierDraft>

/** The states of a dossier job. The first two are unfinished, the others final. */
const DOSSIER_JOB_STATES = ['queued', 'running', 'done', 'failed'] as const
export const DossierJobState = z.enum(DOSSIER_JOB_STATES)
export type DossierJobState = z.infer<typeof DossierJobState>

/** The states of an unfinished dossier. */
export const UNFINISHED_DOSSIERS = ['queued', 'running'] as const satisfies DossierJobState[]

/** Why a dossier failed. A photo's or report's file is missing or has changed. */
export const DOSSIER_FAILURES = [
  'forbidden',
  'version_not_found',
  'photo_not_found',
  'report_not_found',
  'storage_full',
  'storage_read_only',
  'store_unavailable',
  'internal_error',
] as const
export const DossierFailure = z.enum(DOSSIER_FAILURES)
export type DossierFailure = z.infer<typeof DossierFailure>

/** A dossier job as the API answers it. */
export const DossierJob = z.object({
  id: z.int().positive(),
  state: DossierJobState,
  /** The fraction of checked files, from 0 to 1. */
  progress: z.number().min(0).max(1),
  /** The download address of the ZIP; null until it is ready. */
  url: z.string().nullable(),
  year: z.int(),
  /** The sealed version of the inspection. */
  version: z.int().positive(),
  photos: z.enum(DOSSIER_PHOTOS),
  /** Bytes of the ZIP; null until it is ready. */
  size: z.int().min(0).nullable(),
  /** The reason of the failure; null in other states. */
  error: DossierFailure.nullable(),
  /** The sentence for `error`, in the language of the request. It names the missing or changed file. */
  message: z.string().nullable(),
  /** True if the caller is its requester. */
  is_own: z.boolean(),
  created_at: z.iso.datetime(),
})
export type DossierJob = z.infer<typeof DossierJob>

export function isUnfinishedDossier({ state }: Pick<DossierJob, 'state'>): boolean {
  return (UNFINISHED_DOSSIERS as readonly DossierJobState[]).includes(state)
}

/** The requester of a dossier and the team may cancel it: two may share a job. */
export function mayCancelDossier(
  viewer: Viewer,
  { is_own }: Pick<DossierJob, 'is_own'>,
  companyId: number,
): boolean {
  return is_own || may(viewer, 'inspection.work', companyId)
}

/** The path of a dossier job. */
export const DossierJobParam = z.object({ id: Id, jobId: Id })
