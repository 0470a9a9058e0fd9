import type { Generated } from 'kysely'
import type { FindingFields } from '#domain/findings/finding.ts'

export interface Times {
  created_at: string
  updated_at: string
}

/** A record that forms change. */
export interface Revised extends Times {
  /** Incremented by each change. */
  revision: Generated<number>
}

export interface FindingTable extends Omit<FindingFields, 'shape' | 'positions_m'>, Revised {
  id: Generated<number>
  turbine_id: number
  serial: number
  /** Its number from before its photo moved to another blade; null if blade, side and serial are the number. */
  kept_number: Generated<string | null>
  /** A `FindingShape` as JSON. */
  shape: string | null
  /** A JSON array of numbers. */
  positions_m: string
  user_id: number | null
  user_name: string
  /** The `person` who found it. A trigger sets it on insertion; it survives the account. */
  person_id: Generated<string | null>
}
