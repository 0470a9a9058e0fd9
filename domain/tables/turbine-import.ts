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

/** The greatest number of turbines that one file may have. */
export const IMPORTED_TURBINES_MAX = 2000

/** The body of `POST /turbines/import`. */
export const TurbineImport = z.strictObject({
  /** A table with the columns of `GET /turbines.csv` in Turkish or English, in any order. */
  csv: textWithoutNul(JSON_BODY_MAX),
  /** True: nothing is written, and the answer says what would be. */
  dry_run: z.boolean(),
  /** The company of the lines that name none. Without it, it is the company of an admin. */
  company_id: TurbineFields.shape.company_id.optional(),
  /** Which columns the unknown ones are. Nothing is written while one with data has no answer. */
  columns: ColumnAnswers.optional(),
  /** For each line whose coordinates look swapped, whether they are. Nothing is written while one has no answer. */
  swaps: z
    .array(z.strictObject({ line: lineNumber, swap: z.boolean() }))
    .max(IMPORTED_TURBINES_MAX)
    .default([]),
  /** The lines whose turbines are changed, with the revision that the turbine had when somebody chose it; without it, all with other values. */
  changes: z.array(LineChange).max(IMPORTED_TURBINES_MAX).optional(),
})
export type TurbineImport = z.infer<typeof TurbineImport>

/** What becomes of a line of the file. */
export const ImportedTurbine = z.object({
  line: lineNumber,
  /**
   * `known` is a turbine that the company has already with these values, `changed` one with other values, by its code. `asked` is a line whose
   * coordinates look swapped, as long as nobody has said whether they are.
   */
  becomes: z.enum(['new', 'changed', 'known', 'asked', 'refused']),
  code: z.string(),
  /** Why it is refused, or what of it is left out. */
  remarks,
  more_remarks: moreRemarks,
  /** What a `changed` line says otherwise. */
  differences,
  /** The revision of the turbine of a `changed` line; null of the other lines. */
  revision: Revision.nullable(),
  /** True if the turbine of a `changed` line was changed, or would be. */
  applied: z.boolean(),
})
export type ImportedTurbine = z.infer<typeof ImportedTurbine>

/** What an import of turbines has done, or would do. */
export const TurbineImportResult = z.object({
  /** The number of turbines that were added, or would be. */
  accepted: z.int().min(0),
  /** The number of turbines that were changed, or would be. */
  changed: z.int().min(0),
  /** The number of lines whose turbine exists with the same values. */
  known: z.int().min(0),
  /** The lines with faults: nothing is written of them. */
  refused: refusedLines,
  /** Every line with a turbine, in the order of the file. */
  lines: z.array(ImportedTurbine),
  /** The heads of columns that were not read. */
  ignored_columns: z.array(z.string()),
  allowed: allowedValues,
  ...ColumnQuestions,
  /** The lines whose coordinates look swapped and have no answer in `swaps`: as they are written, and the other way round. */
  swapped_coordinates: z.array(
    z.object({ line: lineNumber, code: z.string(), written: z.string(), swapped: z.string() }),
  ),
})
export type TurbineImportResult = z.infer<typeof TurbineImportResult>
