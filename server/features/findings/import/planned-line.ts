import type { Finding, FindingFields } from '#domain/findings/finding.ts'
import type { CellIssue } from '#server/core/tables/cell-issue.ts'
import type { TableLine } from '#server/core/tables/read-table.ts'
import type { FindingColumn } from '#server/features/findings/files/finding-table.ts'

/** The columns that say what a finding is: all but its names, and its links. */
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

/** What a line says. */
export interface ReadLine {
  line: number
  cells: TableLine<FindingColumn>['cells']
  fields: FindingFields
  /** False if the day is not in the file: then it is today, or the last day of the year. */
  hasDay: boolean
  /** The number that the finding had where the file was written. */
  number: string | undefined
  /** The number there of the finding that it continues. */
  earlier: string | undefined
}

export interface RefusedLine {
  line: number
  issues: FindingIssue[]
  /** As in `ReadLine`: other lines may name it. */
  number: string | undefined
}

/** A line whose finding the turbine gets. */
export interface NewLine {
  becomes: 'new'
  read: ReadLine
  fields: FindingFields
  /** 0 until `numberLines` gives it. */
  serial: number
  /** What it continues: another new line, or a finding of the turbine. */
  earlier: NewLine | Finding | undefined
  /** What of the line is left out. */
  remarks: FindingIssue[]
}

/** A line whose finding the turbine has already. */
interface KnownLine {
  becomes: 'known'
  read: ReadLine
  finding: Finding
  /** What the line says otherwise than the turbine, which stays as it is. */
  remarks: FindingIssue[]
}

/** A line with the number of a finding that has other values. */
export interface ChangedLine {
  becomes: 'changed'
  read: ReadLine
  finding: Finding
  /** The columns in which the line says something else. */
  differing: readonly SayingColumn[]
  remarks: FindingIssue[]
}

/** What becomes of a line of a file. */
export type PlannedLine = NewLine | KnownLine | ChangedLine | ({ becomes: 'refused' } & RefusedLine)
