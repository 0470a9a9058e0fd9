import type { Point } from '#panel/drawing/geometry/point.ts'
import type { Text } from '#panel/words/use-text.ts'

/** The tools that draw annotations, with their keys. */
export const TOOL_KEYS = { pen: 'P', circle: 'O', rectangle: 'R', text: 'T' } as const
/** The key that deselects the tool, so that a drag turns the view. */
export const TURN_KEY = 'V'
export type Tool = keyof typeof TOOL_KEYS
export const TOOLS = ['pen', 'circle', 'rectangle', 'text'] as const satisfies Tool[]

export const COLOUR = '#ff0000'
/** On the screen, at each angle of view, in CSS pixels. */
export const STROKE_WIDTH = 3
/** On the screen, at each angle of view, in CSS pixels. */
export const FONT_SIZE = 16
export const FONT_WEIGHT = 600
/** The most characters of a text. */
export const TEXT_LENGTH = 120

/** The shape of an annotation. */
export interface Figure {
  tool: Tool
  /**
   * On the surface of the photo: the way of the pen, the centre of a circle and a point of its edge, the corners of a rectangle, or the
   * left edge of a text, at half of its height.
   */
  points: readonly Point[]
  /** Empty if it is no text. */
  text: string
}

/** A mark on a photo. It is only in the memory of the page. */
export interface Annotation {
  id: number
  /** The number in its name, such as "Rectangle 2"; counted for each tool. */
  number: number
  figure: Figure
}

/** The last change, which screen readers announce. */
export interface Announcement {
  what: 'added' | 'moved' | 'deleted' | 'changed' | 'undone' | 'redone' | 'cleared' | 'saved'
  annotation: Annotation | undefined
}

/** A point of the annotation, for example to turn the view to it. */
export function anchorOf({ tool, points }: Figure): Point | undefined {
  return points[tool === 'pen' ? Math.floor(points.length / 2) : 0]
}

/** A new annotation. Its number is not used by the other annotations of its tool. */
export function newAnnotation(annotations: readonly Annotation[], figure: Figure, id: number): Annotation {
  const numbers = annotations.filter((other) => other.figure.tool === figure.tool).map(({ number }) => number)
  return { id, number: Math.max(0, ...numbers) + 1, figure }
}

/** These annotations with one of them replaced. */
export function replaceFigure(annotations: readonly Annotation[], id: number, figure: Figure): Annotation[] {
  return annotations.map((one) => (one.id === id ? { ...one, figure } : one))
}

/** The name of an annotation, such as "Rectangle 2". */
export function annotationName(text: Text, { figure, number }: Annotation): string {
  return text(`panorama.annotations.name.${figure.tool}`, { n: number, text: figure.text })
}

/** The last change as text, such as "Rectangle 2 deleted". */
export function announcementWords(text: Text, { what, annotation }: Announcement): string {
  const name = annotation ? annotationName(text, annotation) : ''
  return text(`panorama.annotations.announcement.${what}`, { name })
}
