import type { FindingShape } from '../../domain/findings/finding-shape.ts'
import type { SharedContent, SharedFinding } from '../../domain/inspections/link.ts'
import { element } from './element.ts'
import { fill, type SharedWords } from './shared-words.ts'

const MARK = {
  class: 'fill-none stroke-[#ffd84d] [stroke-width:3px]',
  'vector-effect': 'non-scaling-stroke',
}

/** The photo of a finding with its mark; null without a photo. */
export function showPhoto(
  words: SharedWords,
  { id, originals }: SharedContent,
  { number, photo }: SharedFinding,
): HTMLElement | null {
  if (!photo) return null
  const address = `/media/links/${id}/photos/${photo.id}`
  const points = photo.shape ? pointsOf(photo.shape, photo) : []
  return element(
    'figure',
    { class: 'min-w-0' },
    element(
      'div',
      { class: 'relative overflow-hidden rounded bg-surface-sunken' },
      element('img', {
        src: `${address}?w=1280`,
        srcset: `${address}?w=320 320w, ${address}?w=1280 1280w, ${address}?w=2560 2560w`,
        sizes: '(min-width: 64rem) 36rem, 100vw',
        width: photo.width,
        height: photo.height,
        loading: 'lazy',
        alt: fill(words.photo, { number }),
        class: 'block h-auto w-full',
      }),
      photo.shape && points.length > 0 && drawMark(photo.shape.kind, points),
    ),
    originals &&
      element(
        'p',
        { class: 'mt-2' },
        element('a', { href: address, class: 'text-link', download: '' }, words.original),
      ),
  )
}

function drawMark(kind: FindingShape['kind'], points: [number, number][]): Element {
  const [[left, top], [right, bottom] = [0, 0]] = points as [[number, number], [number, number]?]
  if (kind === 'point') {
    const ring = element('span', {
      class: 'absolute size-6 -translate-1/2 rounded-full border-3 border-[#ffd84d]',
      'aria-hidden': 'true',
    })
    ring.style.left = `${left * 100}%`
    ring.style.top = `${top * 100}%`
    return ring
  }
  return element(
    'svg',
    {
      viewBox: '0 0 1 1',
      preserveAspectRatio: 'none',
      class: 'absolute inset-0 size-full',
      'aria-hidden': 'true',
    },
    kind === 'box'
      ? element('rect', { x: left, y: top, width: right - left, height: bottom - top, ...MARK })
      : element('polygon', { points: points.map((point) => point.join(',')).join(' '), ...MARK }),
  )
}

/** The points as shares of width and height; none for a mark that a flat picture of its sphere cannot show in one piece. */
function pointsOf(
  { on, kind, points }: FindingShape,
  size: { width: number; height: number },
): [number, number][] {
  if (on === 'image') return points
  const flat = points.map(([right, up]): [number, number] => [(right + 180) / 360, (90 - up) / 180])
  const [one, two] = flat
  if (size.width !== size.height * 2 || !one) return []
  if (kind !== 'box') return flat
  return two && one[0] < two[0]
    ? [
        [one[0], two[1]],
        [two[0], one[1]],
      ]
    : []
}
