import type { Point } from '#panel/panorama/view/direction.ts'

/** The tools that draw annotations. */
export const TOOLS = ['pen', 'circle', 'rectangle', 'text'] as const
export type Tool = (typeof TOOLS)[number]

export const COLOUR = '#ff0000'
/** On the screen, at each angle of view, in CSS pixels. */
export const STROKE_WIDTH = 3
/** On the screen, at each angle of view, in CSS pixels. */
export const FONT_SIZE = 16
export const FONT_WEIGHT = 600
/** The most characters of a text. */
export const TEXT_LENGTH = 120

/** The shape of an annotation, as points on the surface of the photo. */
export type Figure =
  | { tool: 'pen'; points: readonly Point[] }
  /** The radius is an angle in degrees; on a flat photo a length, as in `Geometry`. */
  | { tool: 'circle'; centre: Point; radius: number }
  | { tool: 'rectangle'; corners: readonly Point[] }
  /** The point is at the left edge of the text, at half of its height. */
  | { tool: 'text'; at: Point; text: string }

/** A mark on a photo. It is only in the memory of the page. */
export interface Annotation {
  id: number
  /** The number in its name, such as "Rectangle 2"; counted for each tool. */
  number: number
  figure: Figure
}

/** A point of the annotation, for example to turn the view to it. */
export function anchorOf(figure: Figure): Point | undefined {
  switch (figure.tool) {
    case 'pen':
      return figure.points[Math.floor(figure.points.length / 2)]
    case 'circle':
      return figure.centre
    case 'rectangle':
      return figure.corners[0]
    case 'text':
      return figure.at
  }
}

/** The figure after its points are moved. */
export function moved(figure: Figure, move: (point: Point) => Point): Figure {
  switch (figure.tool) {
    case 'pen':
      return { ...figure, points: figure.points.map(move) }
    case 'circle':
      return { ...figure, centre: move(figure.centre) }
    case 'rectangle':
      return { ...figure, corners: figure.corners.map(move) }
    case 'text':
      return { ...figure, at: move(figure.at) }
  }
}
