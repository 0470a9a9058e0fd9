import * as z from 'zod'
import { FILE_JOB_FAILURES, FileJob, FileJobState } from '#domain/inspections/file-job.ts'
import { type Caller, may } from '#domain/permissions.ts'

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

/** Why a dossier failed. A photo's or report's file is missing or has changed. */
export const DOSSIER_FAILURES = [
  'forbidden',
  'version_not_found',
  'photo_not_found',
  'report_not_found',
  'signing_key_unavailable',
  ...FILE_JOB_FAILURES,
] as const
export const DossierFailure = z.enum(DOSSIER_FAILURES)
export type DossierFailure = z.infer<typeof DossierFailure>

/** A dossier job as the API answers it. Its progress is the fraction of checked files; a cancelled one is not found. */
export const DossierJob = FileJob.extend({
  state: FileJobState.exclude(['cancelled']),
  /** The download address of the ZIP; null until it is ready. */
  url: z.string().nullable(),
  /** The sealed version of the inspection. */
  version: z.int().positive(),
  photos: z.enum(DOSSIER_PHOTOS),
  /** Bytes of the ZIP; null until it is ready. */
  size: z.int().min(0).nullable(),
  /** The reason of the failure; null in other states. Its sentence names the missing or changed file. */
  error: DossierFailure.nullable(),
  /** True if the caller is its requester. */
  is_own: z.boolean(),
})
export type DossierJob = z.infer<typeof DossierJob>

/** The requester of a dossier and the team may cancel it: two may share a job. */
export function mayCancelDossier(
  caller: Caller,
  { is_own }: Pick<DossierJob, 'is_own'>,
  companyId: number,
): boolean {
  return is_own || may(caller, 'inspection.work', companyId)
}
