import type { Point } from '#panel/panorama/view/direction.ts'
import type { Position } from '#panel/panorama/view/view-camera.ts'
import { type Figure, FONT_SIZE } from './annotation.ts'
import {
  closedPolylineThrough,
  type Geometry,
  type Project,
  polylineThrough,
  projectPolyline,
} from './geometry/geometry.ts'

/** How near a pointer must be to a text, in CSS pixels. */
const TEXT_TOLERANCE = 30
/** How near a pointer must be to a line, in CSS pixels. */
const LINE_TOLERANCE = 15

/** A figure on the screen, in CSS pixels. */
export interface PlacedFigure {
  /** The lines of the figure; a text has none. */
  lines: Position[][]
  /** Where the text begins; undefined if there is none in front of the camera. */
  text: { at: Position; text: string; width: number } | undefined
}

interface Screen {
  geometry: Geometry
  project: Project
  textWidth: (text: string) => number
}

export function placeFigure(figure: Figure, { geometry, project, textWidth }: Screen): PlacedFigure {
  if (figure.tool !== 'text')
    return { lines: projectPolyline(outline(figure, geometry), project), text: undefined }
  const at = project(figure.at)
  const { text } = figure
  return { lines: [], text: at && { at, text, width: textWidth(text) } }
}

/** How far a position is from the figure in CSS pixels; infinite if it is further than the tolerance. */
export function distanceTo({ lines, text }: PlacedFigure, position: Position): number {
  const toText = text ? distanceToText(text, position) : Number.POSITIVE_INFINITY
  if (toText <= TEXT_TOLERANCE) return toText
  const toLines = Math.min(...lines.map((line) => distanceToLine(line, position)))
  return toLines <= LINE_TOLERANCE ? toLines : Number.POSITIVE_INFINITY
}

/** The commands of an SVG path. */
export function pathOf(lines: readonly Position[][]): string {
  // More digits would make no visible difference.
  const round = (length: number) => Math.round(length * 100) / 100
  return lines
    .map((line) => line.map(({ x, y }, index) => `${index ? 'L' : 'M'}${round(x)} ${round(y)}`).join(''))
    .join('')
}

/** A cache of outlines: an outline does not change, but it is projected with every movement of the view. */
const outlines = new WeakMap<Figure, Point[]>()

function outline(figure: Exclude<Figure, { tool: 'text' }>, geometry: Geometry): Point[] {
  const known = outlines.get(figure)
  if (known) return known
  const made = makeOutline(figure, geometry)
  outlines.set(figure, made)
  return made
}

function makeOutline(figure: Exclude<Figure, { tool: 'text' }>, geometry: Geometry): Point[] {
  if (figure.tool === 'pen') return polylineThrough(geometry, figure.points)
  if (figure.tool === 'rectangle') return closedPolylineThrough(geometry, figure.corners)
  return geometry.circle(figure.centre, figure.radius)
}

function distanceToText({ at, width }: NonNullable<PlacedFigure['text']>, { x, y }: Position): number {
  const beside = Math.max(at.x - x, x - at.x - width, 0)
  return Math.hypot(beside, Math.max(Math.abs(y - at.y) - FONT_SIZE / 2, 0))
}

function distanceToLine(line: Position[], position: Position): number {
  return Math.min(...line.map((to, index) => distanceToSegment(line[index - 1] ?? to, to, position)))
}

function distanceToSegment(from: Position, to: Position, { x, y }: Position): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const share = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1)
  const nearest = Math.min(1, Math.max(0, share))
  return Math.hypot(x - from.x - nearest * dx, y - from.y - nearest * dy)
}
