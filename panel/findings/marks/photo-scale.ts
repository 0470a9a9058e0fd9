import { type ReadonlySignal, signal } from '@preact/signals-react'
import * as z from 'zod'
import type { FindingShape, ShapePoint } from '#domain/findings/finding-shape.ts'
import type { FindingMeasure } from '#domain/findings/finding-type.ts'
import type { Photo } from '#domain/photo.ts'
import { cornersOf } from '#panel/drawing/geometry/shapes.ts'

/** Two points of a photo and the known length between them. */
const Reference = z.object({
  from: z.tuple([z.number(), z.number()]),
  to: z.tuple([z.number(), z.number()]),
  mm: z.number().positive(),
})
export type Reference = z.infer<typeof Reference>

const References = z.record(z.string(), Reference)
const KEY = 'kanat.photo-scales'

const stored = signal(readStored())

/** The reference lengths by id of the photo. They stay in this browser: they only help to fill in forms. */
export const references: ReadonlySignal<Readonly<Record<string, Reference>>> = stored

export function setReference(photoId: number, reference: Reference | undefined) {
  const { [photoId]: _, ...others } = stored.value
  stored.value = reference ? { ...others, [photoId]: reference } : others
  try {
    localStorage.setItem(KEY, JSON.stringify(stored.value))
  } catch {
    // Without storage the reference is valid until the page is closed.
  }
}

function readStored(): Record<string, Reference> {
  try {
    return References.safeParse(JSON.parse(localStorage.getItem(KEY) ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}

type Sized = Pick<Photo, 'width' | 'height'>
type Measured = Partial<Record<FindingMeasure, number>>

/**
 * The measures of a shape on a photo with a reference length. The scale is that of the place where the reference is: the photo is taken
 * as a plane at right angles to the camera.
 */
export function measureShape(shape: FindingShape, photo: Sized, reference: Reference): Measured | undefined {
  if (shape.on !== 'image' || shape.kind === 'point' || !photo.width || !photo.height) return undefined
  const { width, height } = photo
  const inPixels = ([x, y]: ShapePoint) => ({ x: x * width, y: y * height })
  const between = (one: Pixel, other: Pixel) => Math.hypot(other.x - one.x, other.y - one.y)
  const pixels = between(inPixels(reference.from), inPixels(reference.to))
  if (pixels === 0) return undefined
  const mmPerPixel = reference.mm / pixels
  const corners = cornersOf(shape).map(inPixels)
  const [length, across] = extents(corners, shape.kind === 'box')
  const areaMm2 = area(corners) * mmPerPixel ** 2
  const mm = (value: number) => significant(value * mmPerPixel)
  return {
    length_mm: mm(length),
    width_mm: mm(across),
    opening_mm: mm(across),
    diameter_mm: mm(length),
    area_cm2: significant(areaMm2 / 100),
  }
}

interface Pixel {
  x: number
  y: number
}

/** The length and the width, in pixels: of a box its sides, of a polygon its longest diagonal and its extent across it. */
function extents(corners: readonly Pixel[], isBox: boolean): [number, number] {
  const [first, second, third] = corners
  if (isBox && first && second && third) {
    const sides = [Math.abs(second.x - first.x), Math.abs(third.y - second.y)]
    return [Math.max(...sides), Math.min(...sides)]
  }
  let longest = { length: 0, x: 1, y: 0 }
  for (const one of corners)
    for (const other of corners) {
      const [x, y] = [other.x - one.x, other.y - one.y]
      const length = Math.hypot(x, y)
      if (length > longest.length) longest = { length, x: x / length, y: y / length }
    }
  const across = corners.map(({ x, y }) => x * longest.y - y * longest.x)
  return [longest.length, Math.max(...across) - Math.min(...across)]
}

/** @see https://en.wikipedia.org/wiki/Shoelace_formula */
function area(corners: readonly Pixel[]): number {
  const twice = corners.reduce((sum, { x, y }, index) => {
    const next = corners[(index + 1) % corners.length] ?? { x, y }
    return sum + x * next.y - next.x * y
  }, 0)
  return Math.abs(twice) / 2
}

/** Three digits: a length drawn by hand is not more exact. */
function significant(value: number): number {
  return Number(value.toPrecision(3))
}
