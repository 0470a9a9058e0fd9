import type { Generated, Selectable } from 'kysely'
import type { DossierFailure, DossierJobState, DossierPhotos } from '#domain/inspections/dossier.ts'
import type { ReviewDecision } from '#domain/inspections/review.ts'
import type { InspectionState, InspectionStep } from '#domain/inspections/state.ts'
import type { FindingTable } from './finding-schema.ts'

// The tables of the work on inspections, and of what is published.

/** Where the inspection of a turbine and year is. Triggers add it with the first photo, finding or saved inspection of the year. */
export interface InspectionWorkTable {
  turbine_id: number
  year: number
  state: Generated<InspectionState>
  /** Since when it is in this state. */
  since: string
  /** How often its state has changed. */
  changes: Generated<number>
  /** Why photos were not looked at. */
  unlooked_reason: Generated<string>
  /** The newest version that is not withdrawn. */
  published_version: Generated<number | null>
}

/** A change of a state. */
export interface InspectionStepTable {
  id: Generated<number>
  turbine_id: number
  year: number
  step: InspectionStep
  at: string
  user_id: number | null
  user_name: string
  reason: Generated<string>
  /** The version that was published or withdrawn. */
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
  /** The `InspectionFields` as JSON; null of an older version whose form nobody had saved. */
  fields: string | null
  photos: number
  looked_at: number
  withdrawn_at: Generated<string | null>
  withdrawn_by: Generated<string>
  withdrawn_reason: Generated<string>
  /** The SHA-256 of the document; null until the maintenance has sealed a version of before releases. */
  sha256: string | null
  /** Canonical JSON (RFC 8785). */
  document: string | null
  /** How many findings its report has, with the unsolved ones of earlier years; null for a version of before releases. */
  report_findings: Generated<number | null>
  /** The `person` who has published it; null of what was there before releases. */
  person_id: Generated<string | null>
  /** The SHA-256 of the version before it, also of one that is withdrawn; null of the first one. */
  previous: Generated<string | null>
  /** The names behind the ids of people as they were then, with a salt: `SealedPeople` as JSON. */
  people: Generated<string | null>
  /** Base64. Null until the maintenance has signed a version of before signatures. */
  signature: Generated<string | null>
  key_id: Generated<string | null>
  /** 1 of a version that was published before there were signatures. */
  signed_later: Generated<0 | 1>
}

/** The newest statement about which versions an inspection has, and its signature. */
export interface InspectionHeadTable {
  turbine_id: number
  year: number
  statement: string
  /** Base64. */
  signature: string
  key_id: string
}

/** A finding as a version has it. Triggers keep its status and due date as they are now. */
export interface PublishedFindingTable extends Selectable<Omit<FindingTable, 'id'>> {
  version_id: number
  id: number
  /** 1 in the newest version that is not withdrawn. */
  is_current: 0 | 1
}

/** What a reviewer has decided about a finding as it was. */
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

/** A person in sealed documents, whose name stands outside of the seal. A trigger adds each user, and keeps the name as that of the account. */
export interface PersonTable {
  /** Random. */
  id: string
  user_id: number | null
  name: string
}

/** A key with which the installation signs versions and dossiers. */
export interface SigningKeyTable {
  /** The SHA-256 of the public key (DER). */
  id: string
  /** PEM. */
  public_key: string
  /** PEM; null of a former key. */
  private_key: string | null
  from: string
  /** Null of the key that signs now. */
  until: string | null
  is_current: 1 | null
}

/** The making of a dossier, from its order until it is deleted. */
export interface DossierJobTable {
  id: Generated<number>
  turbine_id: number
  version_id: number
  photos: DossierPhotos
  /** Who has ordered it; null if the user was deleted. */
  user_id: number | null
  state: DossierJobState
  /** From 0 to 1. */
  progress: Generated<number>
  /** How often it has begun. */
  attempts: Generated<number>
  /** Why it has failed. */
  error: Generated<DossierFailure | null>
  /** The name of the file that is missing or has changed. */
  failed_file: Generated<string | null>
  /** The random end of its address. */
  address: string
  /** The files that the seal names, as JSON; this and what follows is null until it is prepared. */
  files: Generated<string | null>
  readme: Generated<string | null>
  /** Base64. */
  signature: Generated<string | null>
  key_id: Generated<string | null>
  /** The signed statements of its version and those before it: `DossierChain` as JSON. */
  chain: Generated<string | null>
  /** Bytes of the ZIP. */
  size: Generated<number | null>
  created_at: string
  /** When its state changed. */
  changed_at: string
}
