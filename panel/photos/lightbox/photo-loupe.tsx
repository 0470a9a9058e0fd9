import { useSignals } from '@preact/signals-react/runtime'
import type { Photo } from '#domain/photo.ts'
import { light, lightFilter } from './light.ts'
import { PhotoLayers } from './photo-layers.tsx'
import type { Zoom } from './use-zoom.ts'
import { placeOf, ViewedPicture } from './viewed-picture.tsx'
import { type Frame, type Point, pictureAt } from './zoom-view.ts'

/** The magnification of the loupe, relative to the shown picture. */
const LOUPE_FACTOR = 2.5
/** The size of its class, in CSS pixels. */
const LOUPE_BOX = { width: 256, height: 256 }
/** How far an arrow key moves the loupe, in CSS pixels; with Shift five times as far. */
const LOUPE_STEP_PX = 16

interface PhotoLoupeProps {
  photo: Photo
  zoom: Pick<Zoom, 'frame' | 'view'>
  /** The position of the loupe, from the middle of the box. */
  at: Point
}

/** A round part of the picture, magnified where the pointer is. */
export function PhotoLoupe({ photo, zoom: { frame, view }, at }: PhotoLoupeProps) {
  useSignals()
  const magnified = { scale: view.scale * LOUPE_FACTOR, ...pictureAt(view, frame, at) }
  return (
    <div
      aria-hidden
      data-testid="loupe"
      style={{ translate: `${at.x}px ${at.y}px` }}
      className="pointer-events-none absolute top-1/2 left-1/2 -mt-32 -ml-32 size-64 overflow-hidden rounded-full border-2 border-lightbox-ink bg-lightbox"
    >
      <ViewedPicture frame={frame} view={magnified} filter={lightFilter(light.value)}>
        <PhotoLayers photo={photo} place={placeOf({ ...frame, box: LOUPE_BOX }, magnified)} alt="" />
      </ViewedPicture>
    </div>
  )
}

/** Where the loupe is after the press of an arrow key; undefined for other keys. It stays inside of the box. */
export function movedLoupe(at: Point, key: string, isFar: boolean, { box }: Frame): Point | undefined {
  const step = LOUPE_STEP_PX * (isFar ? 5 : 1)
  const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[key]
  if (!by) return undefined
  const limited = (value: number, room: number) => Math.min(room / 2, Math.max(-room / 2, value))
  return { x: limited(at.x + (by[0] ?? 0), box.width), y: limited(at.y + (by[1] ?? 0), box.height) }
}
