import type { Severity } from '#domain/findings/finding-type.ts'
import type { Language } from '#domain/text/language.ts'

/** Everything that an inspection report shows, in its order and its language. `writeReport` draws it; it decides only where things stand. */
export interface ReportDocument {
  language: Language
  title: string
  /** The number of the report, such as `T07-2026-2`. It is in every footer. */
  number: string
  author: string
  /** ISO 8601. When the data were read. */
  createdAt: string
  /** `Page {page} of {pages}`, with these placeholders. */
  pageWords: string
  /** Stands above every page of a draft; null for the report of a published version. */
  draft: string | null
  cover: Cover
  /** Lists the chapters and the findings with their pages. */
  contents: Chapter
  summary: Summary
  /** What differs from the version before; null for a draft and for a first version. */
  changes: (Chapter & { paragraphs: string[]; table: Table }) | null
  bladeMaps: BladeMaps
  findings: Findings
  photos: Chapter & { text: string; table: Table }
  method: Chapter & { parts: { title: string; paragraphs: string[]; table?: Table }[] }
}

/** A part of the report with its title and the name of its place, which the contents open. */
export interface Chapter {
  title: string
  destination: string
}

export interface Cover {
  kind: string
  turbine: string
  place: string
  /** Such as "Version 2 · published on 14 October 2026". */
  release: string
  state: State
  facts: Fact[]
  picture: WholePicture | null
}

/** A state with its letter, and a dash if the turbine is not inspected. */
export interface State {
  letter: string
  /** The severity with the colour of the state; null for no state. */
  severity: Severity | null
  name: string
  sentence: string
}

export interface Fact {
  name: string
  value: string
  /** True for what is overdue. */
  isUrgent?: true
}

export interface Summary extends Chapter {
  state: State
  paragraphs: string[]
  /** How many findings have each severity. */
  counts: { severity: Severity | null; name: string; count: number }[]
  blades: { title: string; table: Table }
  actions: { title: string; text: string; table: Table }
  notSeen: { title: string; paragraphs: string[] }
}

export interface BladeMaps extends Chapter {
  text: string
  /** The names of the two ends of a blade. */
  root: string
  tip: string
  /** Stands above the names of findings that share a mark. */
  crowded: string
  blades: BladeMap[]
}

export interface BladeMap {
  name: string
  /** What a reader hears instead of the drawing. */
  alt: string
  /** Places on the axis, from 0 at the root to 1 at the tip; none if no length is known. */
  ticks: { at: number; text: string }[]
  marks: BladeMark[]
  /** Says which findings have no known place. */
  note: string
}

/** Across a blade, from the leading edge to the trailing edge; findings inside of it are between its surfaces. */
export type Lane = 'leading' | 'pressure' | 'inside' | 'suction' | 'trailing'

export interface BladeMark {
  /** Where its mark stands, from 0 at the root to 1 at the tip. */
  at: number
  /** The parts of the blade that it covers. */
  extents: { from: number; to: number }[]
  lane: Lane
  severity: Severity | null
  /** A mark of what is repaired or closed is hollow, with a tick. */
  isSolved: boolean
  label: string
  /** What a reader hears: the label, and that the finding is solved. */
  name: string
  destination: string
}

interface Findings extends Chapter {
  /** What stands instead of findings if there are none. */
  none: string
  parts: FindingPart[]
}

/** A finding with everything that belongs to it. */
export interface FindingPart {
  destination: string
  number: string
  title: string
  /** Such as "Open, from the inspection of 2024". */
  status: string
  severity: Severity | null
  severityName: string
  /** True if it is repaired or closed. */
  isSolved: boolean
  photo: WholePicture | null
  crop: Crop | null
  facts: Fact[]
  paragraphs: string[]
  history: { title: string; steps: HistoryStep[] } | null
}

/** The same damage in an earlier year. */
export interface HistoryStep {
  year: string
  severity: Severity | null
  severityName: string
  /** What it measured then, and how much it has grown since. */
  lines: string[]
  crop: Crop | null
}

/** A picture in a report. */
interface Picture {
  /** The file can be missing. */
  path: string
  alt: string
  /** The sentence in its place if its file is missing or damaged. */
  unavailable: string
}

/** A stored JPEG that is embedded as it is. */
export interface WholePicture extends Picture {
  caption: string
  mark: Mark | null
}

/** A part of a photo that is cut out. It may continue beyond the right border at the left one, as on a sphere. */
export interface Crop extends Picture {
  /** Fractions of the width and height of the upright photo. */
  region: Region
}

export interface Region {
  left: number
  top: number
  width: number
  height: number
}

/** Places on a picture, as fractions of its width and height. They can lie outside of it. */
export interface Mark {
  severity: Severity | null
  /** Closed outlines; one of a single place is a point. */
  outlines: [number, number][][]
}

export interface Table {
  columns: Column[]
  rows: Cell[][]
  /** True for a list in small letters. */
  isCompact?: true
}

export interface Column {
  title: string
  /** Its part of the width. */
  share: number
  align?: 'right'
}

export interface Cell {
  text: string
  /** Shows the severity before the text; null for one that is not graded. */
  severity?: Severity | null
  /** The place in the document that a click opens. */
  destination?: string
  /** True for what is overdue. */
  isUrgent?: true
}
