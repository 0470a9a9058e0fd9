import * as z from 'zod'
import { FILE_JOB_FAILURES, FileJob, FileJobState } from '#domain/file-job.ts'
import { may, type Viewer } from '#domain/permissions.ts'

/** Which files of the photos a dossier has: what was uploaded, or the largest pictures that were made of it. */
export const DOSSIER_PHOTOS = ['originals', 'derivatives'] as const
export type DossierPhotos = (typeof DOSSIER_PHOTOS)[number]

/** The commands that prove a dossier without Kanat, in its folder: the first one checks every file, the second one the signature, with OpenSSL 3. */
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

/** Why a dossier could not be prepared. Of a photo or a report, the file is missing or has changed. */
export const DOSSIER_FAILURES = [
  'forbidden',
  'version_not_found',
  'photo_not_found',
  'report_not_found',
  ...FILE_JOB_FAILURES,
] as const
export const DossierFailure = z.enum(DOSSIER_FAILURES)
export type DossierFailure = z.infer<typeof DossierFailure>

/** The job of a sealed dossier. Its progress is the part of the files that is checked; a cancelled one is not found. */
export const DossierJob = FileJob.extend({
  state: FileJobState.exclude(['cancelled']),
  /** Where the ZIP is downloaded; null until it is prepared. */
  url: z.string().nullable(),
  /** The version of the inspection that is sealed. */
  version: z.int().positive(),
  photos: z.enum(DOSSIER_PHOTOS),
  /** Bytes of the ZIP; null until it is prepared. */
  size: z.int().min(0).nullable(),
  /** Why it has failed; null in the other states. Its sentence names the file that is missing or has changed. */
  error: DossierFailure.nullable(),
  /** True if the caller has ordered it. */
  is_own: z.boolean(),
})
export type DossierJob = z.infer<typeof DossierJob>

/** Who has ordered a dossier may cancel it, and the team: two may share one order. */
export function mayCancelDossier(
  viewer: Viewer,
  { is_own }: Pick<DossierJob, 'is_own'>,
  companyId: number,
): boolean {
  return is_own || may(viewer, 'inspection.work', companyId)
}
