import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'

/** The address of the picture of a whole photo that the 360° view shows before there are sharp tiles. */
export function previewUrl({ url }: Pick<Photo, 'url'>): string {
  return `${url}?w=${Math.max(...DERIVATIVE_WIDTHS)}`
}
