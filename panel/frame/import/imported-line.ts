/** What the preview shows of a line of a file, whatever kind of record it is. */
export interface PreviewLine {
  line: number
  becomes: string
  remarks: { column: string; message: string; value?: string | undefined }[]
  more_remarks: number
  differences: { column: string; before: string; after: string }[]
}

export interface Preview<Line extends PreviewLine = PreviewLine> {
  lines: Line[]
  allowed: { column: string; values: string[] }[]
}

/** The name of the record of a line, such as its number or its code. */
export type NameOfLine<Line> = (line: Line) => string
