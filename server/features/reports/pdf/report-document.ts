import type { Severity } from '#domain/findings/finding-type.ts'
import type { ReportExtent } from '#domain/inspections/report-job.ts'
import type { Language } from '#domain/text/language.ts'

/** The content of an inspection report, in order and language. `writeReport` draws it; it decides only the layout. */
export interface ReportDocument {
  language: Language
  /** Whether it has all pages, or the first one alone. */
  extent: ReportExtent
  title: string
  /** The number of the report, such as `T07-2026-2`, in every footer. */
  number: string
  author: string
  /** ISO 8601. When the data were read. */
  createdAt: string
  /** `Page {page} of {pages}`, with these placeholders. */
  pageWords: string
  /** Above every page of a draft; null for the report of a published version. */
  draft: string | null
  cover: Cover
  /** Lists the chapters and the findings with their pages. */
  contents: Chapter
  summary: Summary
  /** The changes from the previous version; null for a draft and for a first version. */
  changes: (Chapter & { paragraphs: string[]; table: Table }) | null
  bladeMaps: BladeMaps
  findings: Findings
  photos: Chapter & { text: string; table: Table }
  method: Chapter & { parts: { title: string; paragraphs: string[]; table?: Table }[] }
}

/** A section of the report with its title and the anchor for the contents. */
export interface Chapter {
  title: string
  destination: string
}

/** The first page, which says it all: for those who read no other one. */
export interface Cover {
  kind: string
  turbine: string
  place: string
  /** Such as "Version 2 · published on 14 October 2026". */
  release: string
  state: State
  counts: SeverityCount[]
  /** The worst unresolved findings, at most three. */
  worst: { title: string; findings: CoverFinding[] }
  /** The changes since the inspection before, and the next dates. */
  news: Fact[]
  facts: Fact[]
  picture: WholePicture | null
}

/** A finding of the first page. */
export interface CoverFinding {
  /** Null if the document has no other page. */
  destination: string | null
  number: string
  title: string
  severity: Severity | null
  /** Where it is, its due day, and how it has grown. */
  lines: { text: string; isUrgent?: true }[]
  crop: Crop | null
}

/** The number of findings of a severity. */
export interface SeverityCount {
  severity: Severity | null
  name: string
  count: number
}

/** A state with its letter, or a dash if the turbine is not inspected. */
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
  /** True for overdue. */
  isUrgent?: true
}

export interface Summary extends Chapter {
  state: State
  paragraphs: string[]
  /** The number of findings of each severity. */
  counts: SeverityCount[]
  blades: { title: string; table: Table }
  actions: { title: string; text: string; table: Table }
  notSeen: { title: string; paragraphs: string[] }
}

export interface BladeMaps extends Chapter {
  text: string
  /** The names of the two ends of a blade. */
  root: string
  tip: string
  /** Above the names of findings that share a mark. */
  crowded: string
  blades: BladeMap[]
}

export interface BladeMap {
  name: string
  /** The alternative text of the drawing. */
  alt: string
  /** Places on the axis, from 0 at the root to 1 at the tip; none without a known length. */
  ticks: { at: number; text: string }[]
  marks: BladeMark[]
  /** Names the findings without a known place. */
  note: string
}

/** Across a blade, from leading to trailing edge; findings inside it are between its surfaces. */
export type Lane = 'leading' | 'pressure' | 'inside' | 'suction' | 'trailing'

export interface BladeMark {
  /** The position of its mark, from 0 at the root to 1 at the tip. */
  at: number
  /** Its ranges on the blade. */
  extents: { from: number; to: number }[]
  lane: Lane
  severity: Severity | null
  /** The mark of a repaired or closed finding is hollow, with a tick. */
  isSolved: boolean
  label: string
  /** The alternative text: the label, and whether the finding is solved. */
  name: string
  destination: string
}

interface Findings extends Chapter {
  /** The text without findings. */
  none: string
  parts: FindingPart[]
}

/** A finding with all its parts. */
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
  /** With the expected growth, if it has one. */
  history: { title: string; steps: HistoryStep[]; forecast: string | null } | null
}

/** The same damage in an earlier year. */
export interface HistoryStep {
  year: string
  severity: Severity | null
  severityName: string
  /** Its measures then, and its growth since. */
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

/** A stored JPEG, embedded unchanged. */
export interface WholePicture extends Picture {
  caption: string
  mark: Mark | null
}

/** A crop of a photo. It may continue beyond the right border at the left one, as on a sphere. */
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

/** Places on a picture, as fractions of its width and height. They can lie outside it. */
export interface Mark {
  severity: Severity | null
  /** Closed outlines; one with a single place is a point. */
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
  /** Its fraction of the width. */
  share: number
  align?: 'right'
}

export interface Cell {
  text: string
  /** The severity before the text; null if ungraded. */
  severity?: Severity | null
  /** The link target in the document. */
  destination?: string
  /** True for overdue. */
  isUrgent?: true
}
