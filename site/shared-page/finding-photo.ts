import type { SharedContent, SharedFinding } from '../../domain/inspections/link.ts'
import { element } from './element.ts'
import { type MarkOutline, outlineOf } from './mark-outline.ts'
import { fill, type SharedWords } from './shared-words.ts'

/** The photo of a finding with its mark; null without a photo. */
export function showPhoto(
  words: SharedWords,
  { id, originals }: SharedContent,
  { number, photo }: SharedFinding,
): HTMLElement | null {
  if (!photo) return null
  const address = `/media/links/${id}/photos/${photo.id}`
  const outline = photo.shape && outlineOf(photo.shape, photo)
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
      outline ? drawOutline(outline, photo) : null,
    ),
    originals &&
      element(
        'p',
        { class: 'mt-2' },
        element('a', { href: address, class: 'text-link', download: '' }, words.original),
      ),
  )
}

function drawOutline(
  { tag, attributes }: MarkOutline,
  { width, height }: { width: number; height: number },
): Element {
  return element(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, class: 'absolute inset-0 size-full', 'aria-hidden': 'true' },
    element(tag, attributes),
  )
}
