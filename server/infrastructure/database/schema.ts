import type { Generated } from 'kysely'
import type { CommentAudience } from '#domain/comment.ts'
import type { CompanyFields } from '#domain/company.ts'
import type { FindingSide } from '#domain/findings/finding-type.ts'
import type { InspectionFields } from '#domain/inspections/inspection.ts'
import type { DUE_IN_DAYS } from '#domain/limits.ts'
import type { NotificationKind } from '#domain/notifications.ts'
import type { Role } from '#domain/permissions.ts'
import type { Blade } from '#domain/photo.ts'
import type { Language } from '#domain/text/language.ts'
import type { TurbineFields, TurbineState } from '#domain/turbine.ts'
import type { AccountTables } from './account-schema.ts'
import type { DossierTable, FileJobTable } from './file-job-schema.ts'
import type { FindingTable, Revised, Times } from './finding-schema.ts'
import type {
  FindingReviewTable,
  InspectionHeadTable,
  InspectionStepTable,
  InspectionVersionTable,
  InspectionWorkTable,
  PersonTable,
  PublishedFindingTable,
  SealTable,
  SigningKeyTable,
} from './inspection-schema.ts'
import type { PhotoTables } from './photo-schema.ts'

/** The tables and columns for Kysely. `migrations/` creates them. */
export interface Schema extends PhotoTables, AccountTables {
  company: CompanyTable
  user: UserTable
  turbine: TurbineTable
  turbine_visit: TurbineVisitTable
  report: ReportTable
  comment: CommentTable
  finding: FindingTable
  finding_serial: FindingSerialTable
  inspection: InspectionTable
  inspection_report_version: InspectionReportVersionTable
  inspection_work: InspectionWorkTable
  inspection_step: InspectionStepTable
  inspection_version: InspectionVersionTable
  inspection_head: InspectionHeadTable
  published_finding: PublishedFindingTable
  finding_review: FindingReviewTable
  person: PersonTable
  signing_key: SigningKeyTable
  seal: SealTable
  file_job: FileJobTable
  dossier: DossierTable
  audit: AuditTable
  installation: InstallationTable
  file_removal: FileRemovalTable
  notification: NotificationTable
  idempotency_key: IdempotencyKeyTable
  /** SQLite only. */
  job: JobTable
}

interface CompanyTable
  extends Omit<
      CompanyFields,
      'time_zone' | 'review_required' | 'review_days' | 'second_factor_required' | 'links_allowed'
    >,
    Revised {
  review_required: Generated<0 | 1>
  second_factor_required: Generated<0 | 1>
  links_allowed: Generated<0 | 1>
  id: Generated<number>
  time_zone: Generated<string>
  name_folded: string
  review_days: Generated<number>
  /** The last day of notifications about due and waiting work, in the company's time zone; null before the first. */
  told_on: Generated<string | null>
}

interface UserTable extends Revised {
  id: Generated<number>
  first_name: string
  last_name: string
  email: string
  email_folded: string
  role: Role
  company_id: number
  is_active: 0 | 1
  /** Argon2id; empty between the use of a mailed password and the next choice. */
  password_hash: string
  must_change_password: Generated<0 | 1>
  spent_password_sha256: Generated<string | null>
  password_mailed_at: Generated<string | null>
  last_sign_in_at: Generated<string | null>
  /** 0 from a change of the address until its owner or a superadmin confirms it; no password is mailed meanwhile. */
  email_confirmed: Generated<0 | 1>
  /** The language of mails: that of the last sign-in. */
  language: Generated<Language | null>
  /** Whether the user gets the mail about waiting inspections; null means by role. */
  inspection_notices: Generated<0 | 1 | null>
  /** The day of the last such mail, in the company's time zone. */
  notices_sent_on: Generated<string | null>
  /** The user's notification settings, as JSON; null for the default. */
  notification_choices: Generated<string | null>
}

/** A notification of a user. */
interface NotificationTable {
  id: Generated<number>
  user_id: number
  kind: NotificationKind
  at: string
  turbine_id: number
  /** The comment, report or photo; else null. */
  record_id: number | null
  /** Of an inspection. */
  year: number | null
  /** The published version. */
  version: number | null
  /** The turbine's state after the publication. */
  state: TurbineState | null
  due_on: string | null
  /** How many days before `due_on` this notifies. */
  in_days: (typeof DUE_IN_DAYS)[number] | null
  is_read: Generated<0 | 1>
  /** The day of the mail that has or could have had it. */
  mailed_on: Generated<string | null>
}

interface TurbineTable extends TurbineFields, Revised {
  id: Generated<number>
}

interface TurbineVisitTable {
  user_id: number
  turbine_id: number
  visited_at: string
}

interface ReportTable {
  id: Generated<number>
  turbine_id: number
  key: string
  original_filename: string
  file_size_bytes: number
  sha256: string
  year: number
  uploaded_at: string
  uploader_id: number | null
  first_name: string
  last_name: string
  /** Null if maintenance should render the first page. */
  has_thumbnail: 0 | 1 | null
  /** For a generated report; null for an uploaded one. */
  language: Generated<Language | null>
  /** 1 if it was made before its inspection was published: it is for the team. */
  is_draft: Generated<0 | 1>
  /** The published version of the report; null for an upload or a draft. */
  inspection_version: Generated<number | null>
}

interface CommentTable extends Times {
  id: Generated<number>
  turbine_id: number
  user_id: number | null
  user_name: string
  comment: string
  finding_id: number | null
  audience: Generated<CommentAudience>
}

/** The last serial of a blade side's findings. */
interface FindingSerialTable {
  turbine_id: number
  blade: Blade
  side: FindingSide
  last: number
}

interface InspectionTable extends Omit<InspectionFields, 'methods'>, Revised {
  id: Generated<number>
  turbine_id: number
  year: number
  /** A JSON array of methods. */
  methods: string
}

/** The last version of an inspection's generated reports. */
interface InspectionReportVersionTable {
  turbine_id: number
  year: number
  last: number
}

interface AuditTable {
  id: Generated<number>
  at: string
  request_id: string
  address: string
  user_id: number | null
  user_email: string
  action: string
  record_id: string
  record_name: string
  turbine_id: number | null
  turbine_name: string
  /** A JSON array of texts. */
  changed: string
  /** A `RecordedMove` as JSON. */
  moved: Generated<string | null>
  /** A `Reassignment` as JSON. */
  reassigned: Generated<string | null>
  /** The company of the record, else of the user, at that time; null if there is none. Its admins read the entry. */
  company_id: Generated<number | null>
}

/** A single row. */
interface InstallationTable {
  id: string
  /** The files without a row found by the last maintenance. */
  stray_files: Generated<number>
  stray_bytes: Generated<number>
  /** The time of the last deletion by age. */
  clock_at: Generated<string>
  /** The number of daily runs with a clock far from `clock_at`, and the time of the last; else 0 and empty. */
  differing_runs: Generated<number>
  differing_at: Generated<string>
  /** The steps of a new installation that were skipped, as JSON. */
  skipped_steps: Generated<string>
}

/** Keys of deleted records with files left to remove. Triggers add them. */
interface FileRemovalTable {
  key: string
}

/** The key of a call that created a record. */
interface IdempotencyKeyTable {
  /** The SHA-256 of the user and the key. */
  id: string
  /** Null for visitors. */
  user_id: number | null
  call: string
  body_hmac: string
  /** JSON. */
  made: string
  created_at: string
}

interface JobTable {
  key: string
  kind: string
  payload: string
  queue: string | null
  priority: number
  attempts: number
  max_attempts: number
  /** Unix time in milliseconds. */
  run_at: number
  last_error: string | null
}
