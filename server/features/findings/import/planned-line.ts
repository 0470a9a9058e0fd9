import type { Finding, FindingFields } from '#domain/findings/finding.ts'
import type { CellIssue } from '#server/core/tables/cell-issue.ts'
import type { TableLine } from '#server/core/tables/read-table.ts'
import type { FindingColumn } from '#server/features/findings/files/finding-table.ts'

/** The columns of a finding's content: all but its names and links. */
export const SAYING_COLUMNS = [
  'blade',
  'side',
  'room',
  'photo',
  'type',
  'severity',
  'place',
  'length_mm',
  'width_mm',
  'area_cm2',
  'opening_mm',
  'diameter_mm',
  'depth_mm',
  'count',
  'text',
  'status',
  'year',
  'found_on',
  'own_due_on',
  'due_reason',
] as const satisfies FindingColumn[]
export type SayingColumn = (typeof SAYING_COLUMNS)[number]

export type FindingIssue = CellIssue<FindingColumn>

/** The values of a line. */
export interface ReadLine {
  line: number
  cells: TableLine<FindingColumn>['cells']
  fields: FindingFields
  /** False without a day in the file: it is then today, or the last day of the year. */
  hasDay: boolean
  /** Its number where the file was written. */
  number: string | undefined
  /** The number there of its earlier finding. */
  earlier: string | undefined
}

export interface RefusedLine {
  line: number
  issues: FindingIssue[]
  /** As in `ReadLine`: other lines may refer to it. */
  number: string | undefined
}

/** A line that adds a finding. */
export interface NewLine {
  becomes: 'new'
  read: ReadLine
  fields: FindingFields
  /** 0 until `numberLines` sets it. */
  serial: number
  /** What it continues: another new line, or a finding of the turbine. */
  earlier: NewLine | Finding | undefined
  /** The skipped parts of the line. */
  remarks: FindingIssue[]
}

/** A line whose finding the turbine has already. */
interface KnownLine {
  becomes: 'known'
  read: ReadLine
  finding: Finding
  /** Where line and turbine differ; the turbine wins. */
  remarks: FindingIssue[]
}

/** A line with a finding's number and other values. */
export interface ChangedLine {
  becomes: 'changed'
  read: ReadLine
  finding: Finding
  /** The columns in which the line differs. */
  differing: readonly SayingColumn[]
  remarks: FindingIssue[]
}

/** The outcome of a line. */
export type PlannedLine = NewLine | KnownLine | ChangedLine | ({ becomes: 'refused' } & RefusedLine)
