import * as z from 'zod'
import { Revision } from '#domain/fields.ts'
import { JSON_BODY_MAX } from '#domain/limits.ts'
import { textWithoutNul } from '#domain/text/text.ts'
import { TurbineFields } from '#domain/turbine.ts'
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
} from './imported-table.ts'

/** Maximum turbines of one file. */
export const IMPORTED_TURBINES_MAX = 2000

/** The body of `POST /turbines/import`. */
export const TurbineImport = z.strictObject({
  /** A table with the columns of `GET /turbines.csv` in Turkish or English, in any order. */
  csv: textWithoutNul(JSON_BODY_MAX),
  /** True for a dry run: nothing is written. */
  dry_run: z.boolean(),
  /** The company of lines without one. Default: an admin's company. */
  company_id: TurbineFields.shape.company_id.optional(),
  /** The mapping of unknown columns. Nothing is written while one with data has no answer. */
  columns: ColumnAnswers.optional(),
  /** For each line whose coordinates look swapped, whether they are. Nothing is written while one has no answer. */
  swaps: z
    .array(z.strictObject({ line: lineNumber, swap: z.boolean() }))
    .max(IMPORTED_TURBINES_MAX)
    .default([]),
  /** The lines to apply to existing turbines, with the turbine's revision at the time of the choice; by default, all that differ. */
  changes: z.array(LineChange).max(IMPORTED_TURBINES_MAX).optional(),
})
export type TurbineImport = z.infer<typeof TurbineImport>

/** The outcome of a line. */
export const ImportedTurbine = z.object({
  line: lineNumber,
  /**
   * `known` is an existing turbine with these values, `changed` one with other values, by its code. `asked` is a line whose coordinates
   * look swapped, until the caller answers.
   */
  becomes: z.enum(['new', 'changed', 'known', 'asked', 'refused']),
  code: z.string(),
  /** Why it is refused, or what is skipped. */
  remarks,
  more_remarks: moreRemarks,
  /** The differences of a `changed` line. */
  differences,
  /** The turbine's revision for a `changed` line, else null. */
  revision: Revision.nullable(),
  /** True if the turbine of a `changed` line was changed, or would be. */
  applied: z.boolean(),
})
export type ImportedTurbine = z.infer<typeof ImportedTurbine>

/** The result of an import or dry run of turbines. */
export const TurbineImportResult = z.object({
  /** The number of added turbines. */
  accepted: z.int().min(0),
  /** The number of changed turbines. */
  changed: z.int().min(0),
  /** The number of lines with an existing, equal turbine. */
  known: z.int().min(0),
  /** The invalid lines, which are not written. */
  refused: refusedLines,
  /** Every line with a turbine, in file order. */
  lines: z.array(ImportedTurbine),
  /** The heads of unread columns. */
  ignored_columns: z.array(z.string()),
  allowed: allowedValues,
  ...ColumnQuestions,
  /** The lines whose coordinates look swapped and have no answer in `swaps`: as written, and swapped. */
  swapped_coordinates: z.array(
    z.object({ line: lineNumber, code: z.string(), written: z.string(), swapped: z.string() }),
  ),
})
export type TurbineImportResult = z.infer<typeof TurbineImportResult>
