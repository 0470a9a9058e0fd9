import * as z from 'zod'
import { Revision } from '#domain/fields.ts'
import { JSON_BODY_MAX } from '#domain/limits.ts'
import {
  allowedValues,
  ColumnAnswers,
  ColumnQuestions,
  differences,
  LineChange,
  lineNumber,
  moreRemarks,
  refusedLines,
  remarks,
} from '#domain/tables/imported-table.ts'
import { textWithoutNul } from '#domain/text/text.ts'

/** Maximum findings added by one file. */
export const IMPORTED_FINDINGS_MAX = 2000

/** The body of `POST /turbines/{id}/findings/import`. */
export const FindingImport = z
  .strictObject({
    /** A table with the columns of `GET /findings.csv` in Turkish or English, in any order. */
    csv: textWithoutNul(JSON_BODY_MAX),
    /** The origin of the file's distances. */
    distances_from: z.enum(['root', 'rotor_centre']),
    /** The distance from the rotor centre to the root of the blades, in metres. */
    hub_radius_m: z.number().positive().max(10).optional(),
    /** True for a dry run: nothing is added. */
    dry_run: z.boolean(),
    /** The lines to apply to existing findings, with the finding's revision at the time of the choice. */
    changes: z.array(LineChange).max(IMPORTED_FINDINGS_MAX).default([]),
    /** The mapping of unknown columns. Without it, they are skipped; with it, each one with data needs an answer. */
    columns: ColumnAnswers.optional(),
  })
  .refine(({ distances_from, hub_radius_m }) => distances_from === 'root' || hub_radius_m !== undefined, {
    path: ['hub_radius_m'],
    error: 'required',
  })
export type FindingImport = z.infer<typeof FindingImport>

/** The outcome of a line. */
export const ImportedLine = z.object({
  line: lineNumber,
  /**
   * `known` is an existing finding: it is not added again. `changed` has an existing number with other values: it is applied only if
   * `changes` names the line.
   */
  becomes: z.enum(['new', 'changed', 'known', 'refused']),
  /** The finding's number; null if refused. */
  number: z.string().nullable(),
  /** Why it is refused, or what is skipped. */
  remarks,
  more_remarks: moreRemarks,
  /** The differences of a `changed` line, as our own file writes them; empty for no value. */
  differences: differences.default([]),
  /** The finding's revision for a `changed` line, else null. */
  revision: Revision.nullable().default(null),
  /** True if the finding of a `changed` line was changed. */
  applied: z.boolean().default(false),
})
export type ImportedLine = z.infer<typeof ImportedLine>

/** The result of an import or dry run. */
export const FindingImportResult = z.object({
  /** The number of added findings. */
  accepted: z.int().min(0),
  /** The number of lines with existing findings. */
  known: z.int().min(0),
  /** The number of changed findings. */
  changed: z.int().min(0).default(0),
  /** The skipped lines: invalid ones, and those with existing findings, even with other values. */
  refused: refusedLines,
  /** Every line with a finding, in file order. */
  lines: z.array(ImportedLine),
  /** The names of unread columns. */
  ignored_columns: z.array(z.string()),
  allowed: allowedValues,
  ...ColumnQuestions,
})
export type FindingImportResult = z.infer<typeof FindingImportResult>
