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

/** The greatest number of findings that one file may add. */
export const IMPORTED_FINDINGS_MAX = 2000

/** The body of `POST /turbines/{id}/findings/import`. */
export const FindingImport = z
  .strictObject({
    /** A table with the columns of `GET /findings.csv` in Turkish or English, in any order. */
    csv: textWithoutNul(JSON_BODY_MAX),
    /** Where the distances of the file begin. */
    distances_from: z.enum(['root', 'rotor_centre']),
    /** The distance from the rotor centre to the root of the blades, in metres. */
    hub_radius_m: z.number().positive().max(10).optional(),
    /** True: nothing is added, and the answer says what would be. */
    dry_run: z.boolean(),
    /** The lines whose findings are changed to the values of the file, with the revision that the finding had when somebody chose it. */
    changes: z.array(LineChange).max(IMPORTED_FINDINGS_MAX).default([]),
    /** Which columns the unknown ones are. Without it, they are left out; with it, each that has data needs an answer. */
    columns: ColumnAnswers.optional(),
  })
  .refine(({ distances_from, hub_radius_m }) => distances_from === 'root' || hub_radius_m !== undefined, {
    path: ['hub_radius_m'],
    error: 'required',
  })
export type FindingImport = z.infer<typeof FindingImport>

/** What becomes of a line of the file. */
export const ImportedLine = z.object({
  line: lineNumber,
  /**
   * `known` is a finding that the turbine has already: it is not added again. `changed` is one whose number the turbine has with other
   * values: it stays as it is, unless the call names the line in `changes`.
   */
  becomes: z.enum(['new', 'changed', 'known', 'refused']),
  /** The number of the finding that it becomes or is; null if it is refused. */
  number: z.string().nullable(),
  /** Why it is refused, or what of it is left out. */
  remarks,
  more_remarks: moreRemarks,
  /** What a `changed` line says otherwise, as our own file says it; empty where there is no value. */
  differences: differences.default([]),
  /** The revision of the finding of a `changed` line; null of the other lines. */
  revision: Revision.nullable().default(null),
  /** True if the finding of a `changed` line was changed. */
  applied: z.boolean().default(false),
})
export type ImportedLine = z.infer<typeof ImportedLine>

/** What an import has added, or would add. */
export const FindingImportResult = z.object({
  /** The number of findings that were added, or would be. */
  accepted: z.int().min(0),
  /** The number of lines whose finding the turbine has already. */
  known: z.int().min(0),
  /** The number of findings that were changed. */
  changed: z.int().min(0).default(0),
  /** The lines that are left out: those with faults, and those whose finding the turbine has already, also with other values. */
  refused: refusedLines,
  /** Every line with a finding, in the order of the file. */
  lines: z.array(ImportedLine),
  /** The names of columns that were not read. */
  ignored_columns: z.array(z.string()),
  allowed: allowedValues,
  ...ColumnQuestions,
})
export type FindingImportResult = z.infer<typeof FindingImportResult>
