import * as z from 'zod'
import { rawText } from '#domain/text/text.ts'
import { Id, Time, unlessEmpty } from './fields.ts'
import { type Action, type Caller, mayEverywhere, Role } from './permissions.ts'
import { RecordedMove } from './pictures/photo-move.ts'
import { RECORD_CHANGES, RECORD_KINDS, type RecordKind, rulesOf } from './records.ts'

/** What users take along, as ZIP, table or file. Viewing a photo is not audited. */
const DOWNLOADS = [
  'turbine.download',
  'photo.download',
  'report.download',
  'finding.download',
  'inspection.download',
] as const

/** Attempts that had no effect. Throttled ones are not even compared. */
const ATTEMPTS = [
  'session.refuse',
  'session.throttle',
  'factor.refuse',
  'factor.throttle',
  'password.refuse',
  'password.throttle',
] as const

/** The audited actions: changes, downloads, sign-ins, and wrong passwords. */
export const AUDIT_ACTIONS = [
  'session.open',
  // A right password whose second factor is missing.
  'session.await',
  'session.end',
  'factor.add',
  'factor.remove',
  'account.edit',
  'invitation.accept',
  // From a new place.
  'link.open',
  'password.change',
  'password.reset',
  ...ATTEMPTS,
  ...RECORD_CHANGES,
  ...DOWNLOADS,
  'contact.send',
] as const satisfies (Action | 'session.await' | (typeof ATTEMPTS)[number] | (typeof DOWNLOADS)[number])[]

export const AuditAction = z.enum(AUDIT_ACTIONS)
export type AuditAction = z.infer<typeof AuditAction>

/** The kinds of audited records. Contact messages are not stored. */
export const AuditRecordKind = z.enum([...RECORD_KINDS, 'contact'])
export type AuditRecordKind = z.infer<typeof AuditRecordKind>

/** The prefixes of the actions, such as `photo` of `photo.add`. */
type Subject = AuditAction extends `${infer Name}.${string}` ? Name : never

/** The record kinds of actions not named after one. Sign-ins and passwords concern users. */
const OTHER_SUBJECTS = {
  session: 'user',
  password: 'user',
  factor: 'user',
  account: 'user',
  invitation: 'user',
  contact: 'contact',
} as const satisfies Record<Exclude<Subject, RecordKind>, AuditRecordKind>

/** The record kind of an action. */
export function recordKindOf(action: AuditAction): AuditRecordKind {
  const [subject] = action.split('.') as [Subject]
  return subject in OTHER_SUBJECTS
    ? OTHER_SUBJECTS[subject as keyof typeof OTHER_SUBJECTS]
    : (subject as RecordKind)
}

/** The old or the new role and company of a user. */
const Assignment = z.object({
  role: Role,
  /** Null, and without a name, if it is a company that the reader does not see. */
  company_id: z.int().nullable(),
  company_name: z.string(),
})
export const Reassignment = z.object({ from: Assignment, to: Assignment })
export type Reassignment = z.infer<typeof Reassignment>

/** The actions that this caller can find in the audit log. Contact messages belong to no company. */
export function readableAuditActions(caller: Caller): AuditAction[] {
  const seesAll = mayEverywhere(caller, 'audit.read')
  return AUDIT_ACTIONS.filter((action) => seesAll || recordKindOf(action) !== 'contact')
}

/** An audit entry as the API answers it. Record names are those of the time of the entry; they outlive the record. */
export const AuditEntry = z.object({
  id: z.int().positive(),
  at: z.iso.datetime(),
  /** Null without a sign-in. */
  user_id: z.int().nullable(),
  /** The user's current name; empty if deleted. */
  user_name: z.string(),
  user_email: z.string(),
  action: AuditAction,
  record_kind: AuditRecordKind,
  /** Empty without a record, as for an unknown e-mail address. */
  record_id: z.string(),
  record_name: z.string(),
  /** False if the record is deleted. */
  record_exists: z.boolean(),
  /** The turbine that the record is or belongs to, or null. */
  turbine_id: z.int().nullable(),
  turbine_name: z.string(),
  turbine_exists: z.boolean(),
  /** The names of the changed fields. */
  changed: z.array(z.string()),
  /** The old and new place of a moved photo; null for all other actions. */
  moved: RecordedMove.nullable(),
  /** The old and new role and company of a user for whom one of them has changed; else null. */
  reassigned: Reassignment.nullable(),
  /** The IP address of the request; `local` for a command on the server. */
  address: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

type NamedEntry = Pick<AuditEntry, 'record_kind' | 'record_name' | 'turbine_name'>

/** The record's name in an entry. An unnamed record, such as a comment, has its turbine's. */
export function recordNameOf({ record_kind, record_name, turbine_name }: NamedEntry): string {
  return isNamedByTurbine(record_kind) ? turbine_name || record_name : record_name
}

/** The turbine shown beside an entry's record; empty without one, or if the record has its name already. */
export function turbineBeside(entry: NamedEntry): string {
  return entry.turbine_name === recordNameOf(entry) ? '' : entry.turbine_name
}

function isNamedByTurbine(kind: AuditRecordKind): boolean {
  return kind !== 'contact' && rulesOf(kind).auditName === 'turbine'
}

/** The query of `GET /audit`. */
export const AuditFilter = z.object({
  user_id: unlessEmpty(Id.optional()),
  action: unlessEmpty(AuditAction.optional()),
  record_kind: unlessEmpty(AuditRecordKind.optional()),
  record_id: unlessEmpty(rawText(300).optional()),
  /** Entries about the turbine and its photos, reports, comments, findings and inspections. */
  turbine_id: unlessEmpty(Id.optional()),
  /** Entries from this time on. */
  from: unlessEmpty(Time.optional()),
  /** Entries before this time. */
  to: unlessEmpty(Time.optional()),
  /** Pages start at 1. */
  page: unlessEmpty(Id.default(1)),
})
export type AuditFilter = z.infer<typeof AuditFilter>
