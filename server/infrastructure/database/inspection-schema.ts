import type { Generated, Selectable } from 'kysely'
import type { ReviewDecision } from '#domain/inspections/review.ts'
import type { InspectionState, InspectionStep } from '#domain/inspections/state.ts'
import type { FindingTable } from './schema.ts'

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
  /** The `InspectionFields` as JSON; null if nobody had saved them. */
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
  finding_id: number
  turbine_id: number
  decision: ReviewDecision
  finding_revision: number
  at: string
  user_id: number | null
  user_name: string
}

/** A person in a sealed document, whose name stands outside of the seal. */
export interface PersonTable {
  /** Random. */
  id: string
  user_id: number | null
  name: string
}
