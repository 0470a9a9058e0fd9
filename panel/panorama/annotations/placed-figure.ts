import {
  closedPolylineThrough,
  type Geometry,
  type Project,
  polylineThrough,
  projectPolyline,
} from '#panel/drawing/geometry/geometry.ts'
import { distanceBetween, type Point, type Position } from '#panel/drawing/geometry/point.ts'
import { type Figure, FONT_SIZE } from './annotation.ts'

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
  const { tool, points, text } = figure
  if (tool !== 'text')
    return { lines: projectPolyline(outlineOf(figure, geometry), project), text: undefined }
  const at = points[0] && project(points[0])
  return { lines: [], text: at && { at, text, width: textWidth(text) } }
}

/** How far a position is from the figure in CSS pixels; infinite if it is further than the tolerance. */
export function distanceTo({ lines, text }: PlacedFigure, position: Position): number {
  const toText = text ? distanceToText(text, position) : Number.POSITIVE_INFINITY
  if (toText <= TEXT_TOLERANCE) return toText
  const toLines = Math.min(...lines.map((line) => distanceToLine(line, position)))
  return toLines <= LINE_TOLERANCE ? toLines : Number.POSITIVE_INFINITY
}

/** A cache of outlines: an outline does not change, but it is projected with every movement of the view. */
const outlines = new WeakMap<Figure, Point[]>()

function outlineOf(figure: Figure, geometry: Geometry): Point[] {
  const outline = outlines.get(figure) ?? makeOutline(figure, geometry)
  outlines.set(figure, outline)
  return outline
}

function makeOutline({ tool, points }: Figure, geometry: Geometry): Point[] {
  const [centre, edge] = points
  if (tool === 'circle' && centre && edge) return geometry.circle(centre, edge)
  return tool === 'pen' ? polylineThrough(geometry, points) : closedPolylineThrough(geometry, points)
}

function distanceToText({ at, width }: NonNullable<PlacedFigure['text']>, { x, y }: Position): number {
  const beside = Math.max(at.x - x, x - at.x - width, 0)
  return Math.hypot(beside, Math.max(Math.abs(y - at.y) - FONT_SIZE / 2, 0))
}

function distanceToLine(line: Position[], position: Position): number {
  return Math.min(...line.map((to, index) => distanceToSegment(line[index - 1] ?? to, to, position)))
}

function distanceToSegment(from: Position, to: Position, at: Position): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const share = ((at.x - from.x) * dx + (at.y - from.y) * dy) / (dx * dx + dy * dy || 1)
  const nearest = Math.min(1, Math.max(0, share))
  return distanceBetween(at, { x: from.x + nearest * dx, y: from.y + nearest * dy })
}
