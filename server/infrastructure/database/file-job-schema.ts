import type { Generated } from 'kysely'
import type { DossierFailure, DossierPhotos } from '#domain/inspections/dossier.ts'
import type { FileJobName, FileJobState } from '#domain/inspections/file-job.ts'
import type { ReportExtent, ReportFailure } from '#domain/inspections/report-job.ts'
import type { Language } from '#domain/text/language.ts'

/** The job of a file that is made in the background, until some days after its end. */
export interface FileJobTable {
  id: Generated<number>
  kind: FileJobName
  turbine_id: number
  year: number
  /** The published version; null for the draft of a report. */
  version: number | null
  /** Which of the files that can be made of a version. */
  variant: Language | DossierPhotos
  extent: Generated<ReportExtent>
  /** The requester; null after the user's deletion. */
  user_id: number | null
  /** Of the request, for the audit log. */
  address: string
  request_id: string
  state: FileJobState
  /** From 0 to 1. */
  progress: Generated<number>
  /** The number of attempts. */
  attempts: Generated<number>
  /** Why it has failed. */
  error: Generated<ReportFailure | DossierFailure | null>
  /** The name of the missing or changed file. */
  failed_file: Generated<string | null>
  /** The report; null before it exists, after its deletion, and for a dossier. */
  report_id: Generated<number | null>
  created_at: string
  /** When its state changed. */
  changed_at: string
}

/** What a prepared dossier consists of. */
export interface DossierTable {
  job_id: number
  /** The random end of its address. */
  address: string
  /** The files in the seal, as JSON. */
  files: string
  readme: string
  /** Base64. */
  signature: string
  key_id: string
  /** The signed statements of its version and earlier ones: `DossierChain` as JSON. */
  chain: string
  /** Bytes of the ZIP. */
  size: number
}
