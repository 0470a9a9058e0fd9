import type { Generated, Selectable } from 'kysely'
import type { ReviewDecision } from '#domain/inspections/review.ts'
import type { InspectionState, InspectionStep } from '#domain/inspections/state.ts'
import type { FindingTable } from './finding-schema.ts'

// The tables of inspections and their published versions.

/** The state of an inspection of a turbine and year. Triggers add it with the first photo, finding or saved inspection of the year. */
export interface InspectionWorkTable {
  turbine_id: number
  year: number
  state: Generated<InspectionState>
  /** The start of this state. */
  since: string
  /** The number of state changes. */
  changes: Generated<number>
  /** Why photos were not inspected. */
  unlooked_reason: Generated<string>
  /** The newest version that is not withdrawn. */
  published_version: Generated<number | null>
}

/** A state change. */
export interface InspectionStepTable {
  id: Generated<number>
  turbine_id: number
  year: number
  step: InspectionStep
  at: string
  user_id: number | null
  user_name: string
  reason: Generated<string>
  /** The published or withdrawn version. */
  version: number | null
}

/** A published version of an inspection. */
export interface InspectionVersionTable {
  id: Generated<number>
  turbine_id: number
  year: number
  version: number
  published_at: string
  user_id: number | null
  user_name: string
  reason: Generated<string>
  unlooked_reason: Generated<string>
  /** The `InspectionFields` as JSON; null for an older version without a saved form. */
  fields: string | null
  photos: number
  looked_at: number
  withdrawn_at: Generated<string | null>
  withdrawn_by: Generated<string>
  withdrawn_reason: Generated<string>
  /** The SHA-256 of the document; null until maintenance has sealed a version older than releases. */
  sha256: string | null
  /** Canonical JSON (RFC 8785). */
  document: string | null
  /** The number of findings in its report, with unresolved ones of earlier years; null for a version older than releases. */
  report_findings: Generated<number | null>
  /** The `person` who published it; null for one older than releases. */
  person_id: Generated<string | null>
  /** The SHA-256 of the previous version, even if withdrawn; null for the first one. */
  previous: Generated<string | null>
  /** The names behind the ids of people at that time, with a salt: `SealedPeople` as JSON. */
  people: Generated<string | null>
  /** Base64. Null until maintenance has signed a version older than signatures. */
  signature: Generated<string | null>
  key_id: Generated<string | null>
  /** 1 for a version published before signatures. */
  signed_later: Generated<0 | 1>
}

/** The newest signed statement of the versions of an inspection. */
export interface InspectionHeadTable {
  turbine_id: number
  year: number
  statement: string
  /** Base64. */
  signature: string
  key_id: string
}

/** A finding in a version. Triggers keep its status and due date current. */
export interface PublishedFindingTable extends Selectable<Omit<FindingTable, 'id'>> {
  version_id: number
  id: number
  /** 1 in the newest version that is not withdrawn. */
  is_current: 0 | 1
}

/** A review decision on a finding as it was. */
export interface FindingReviewTable {
  id: Generated<number>
  finding_id: number
  turbine_id: number
  decision: ReviewDecision
  finding_revision: number
  at: string
  user_id: number | null
  user_name: string
}

/** A person in sealed documents, with the name outside the seal. A trigger adds each user, and syncs the name with the account. */
export interface PersonTable {
  /** Random. */
  id: string
  user_id: number | null
  name: string
}

/** A signing key of the installation for versions and dossiers. */
export interface SigningKeyTable {
  /** The SHA-256 of the public key (DER). */
  id: string
  /** PEM. */
  public_key: string
  /** PEM; null since the key has its own file. */
  private_key: string | null
  from: string
  /** Null for the current signing key. */
  until: string | null
  is_current: 1 | null
  /** From then on its signatures are no proof. */
  revoked_from: Generated<string | null>
}

/** The public register of sealed versions. */
export interface SealTable {
  number: number
  /** That of the document. */
  sha256: string
  /** The SHA-256 of the entry before. */
  previous: string | null
  at: string
}
