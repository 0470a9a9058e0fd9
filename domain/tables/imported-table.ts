import * as z from 'zod'
import { Revision } from '#domain/fields.ts'
import { rawText } from '#domain/text/text.ts'

/** The greatest number of columns that a table may have. */
export const IMPORTED_COLUMNS_MAX = 100
/** The greatest number of remarks about one line that an answer lists. */
export const LINE_REMARKS_MAX = 5
/** Longest head of a column that is compared with the known ones, and that an answer shows, in characters. */
export const HEAD_MAX_LENGTH = 200

/** The line of the file, counted from 1. */
export const lineNumber = z.int().positive()
/** The first ones. */
export const remarks = z.array(
  z.object({
    column: z.string(),
    message: z.string(),
    /** The beginning of what the cell says, if that is wrong. */
    value: z.string().optional(),
  }),
)
/** The number of the other ones, which are not listed. */
export const moreRemarks = z.int().min(0).default(0)
/** Lines of which nothing is written, and why. */
export const refusedLines = z.array(z.object({ line: lineNumber, issues: remarks, more_issues: moreRemarks }))
/** A line whose record is changed, with the revision that the record had when somebody chose it. */
export const LineChange = z.strictObject({ line: lineNumber, revision: Revision })
/** The columns in which a line says something else than the record, both as our own file says it; empty where there is no value. */
export const differences = z.array(z.object({ column: z.string(), before: z.string(), after: z.string() }))

/** What the columns are, by the heads that the dry run names: one of its `free_columns`, or null if the column is left out. */
export const ColumnAnswers = z
  .array(z.strictObject({ head: rawText(HEAD_MAX_LENGTH + 20), column: rawText(40).nullable() }))
  .max(IMPORTED_COLUMNS_MAX)
export type ColumnAnswers = z.infer<typeof ColumnAnswers>

/** What a dry run asks about the columns. */
export const ColumnQuestions = {
  /** The columns with data that are not read, and those of which several have the same meaning. */
  unknown_columns: z
    .array(
      z.object({
        /** As in the file, with its place behind a `#` if there is none or another column has the same. */
        head: z.string(),
        /** The first text below it. */
        example: z.string(),
      }),
    )
    .default([]),
  /** The columns that may be what was asked about. */
  free_columns: z.array(z.string()).default([]),
  /** The columns without which no line can be read, and that no head names. Then there are no lines. */
  missing_columns: z.array(z.string()).default([]),
}

/** What may stand in a column that has only some values, for each in which a line has another one. */
export const allowedValues = z
  .array(z.object({ column: z.string(), values: z.array(z.string()) }))
  .default([])
