import * as z from 'zod'
import { Revision } from '#domain/fields.ts'
import { rawText } from '#domain/text/text.ts'

/** Maximum columns of a table. */
export const IMPORTED_COLUMNS_MAX = 100
/** Maximum remarks about one line in an answer. */
export const LINE_REMARKS_MAX = 5
/** Longest head of a column for comparisons and answers, in characters. */
export const HEAD_MAX_LENGTH = 200

/** The line of the file, counted from 1. */
export const lineNumber = z.int().positive()
/** The first ones. */
export const remarks = z.array(
  z.object({
    column: z.string(),
    message: z.string(),
    /** An excerpt of the cell, if its value is wrong. */
    value: z.string().optional(),
  }),
)
/** The number of unlisted further ones. */
export const moreRemarks = z.int().min(0).default(0)
/** The skipped lines and the reasons. */
export const refusedLines = z.array(z.object({ line: lineNumber, issues: remarks, more_issues: moreRemarks }))
/** A line to apply to an existing record, with the record's revision at the time of the choice. */
export const LineChange = z.strictObject({ line: lineNumber, revision: Revision })
/** The columns in which line and record differ, both as our own file writes them; empty for no value. */
export const differences = z.array(z.object({ column: z.string(), before: z.string(), after: z.string() }))

/** The mapping of columns by the heads in the dry run: one of its `free_columns`, or null to skip the column. */
export const ColumnAnswers = z
  .array(z.strictObject({ head: rawText(HEAD_MAX_LENGTH + 20), column: rawText(40).nullable() }))
  .max(IMPORTED_COLUMNS_MAX)
export type ColumnAnswers = z.infer<typeof ColumnAnswers>

/** The questions of a dry run about columns. */
export const ColumnQuestions = {
  /** The unread columns with data, and ambiguous ones. */
  unknown_columns: z
    .array(
      z.object({
        /** As in the file; `#` and its place for a missing or repeated head. */
        head: z.string(),
        /** The first text below it. */
        example: z.string(),
      }),
    )
    .default([]),
  /** The candidates for the columns in question. */
  free_columns: z.array(z.string()).default([]),
  /** The missing required columns. There are then no lines. */
  missing_columns: z.array(z.string()).default([]),
}

/** The valid values of columns with a list, for each in which a line has another value. */
export const allowedValues = z
  .array(z.object({ column: z.string(), values: z.array(z.string()) }))
  .default([])
