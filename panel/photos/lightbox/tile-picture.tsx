import { useLayoutEffect, useRef } from 'react'
import type { Part } from './flat-tiles.ts'
import { TileCanvas, type TiledPhoto } from './tile-canvas.ts'

/** Where a picture is shown. */
export interface ShownPlace {
  /** The width of the whole picture on the screen, in device pixels. */
  needed: number
  /** The width of its element in CSS pixels, before it is transformed. */
  width: number
  /** What of it can be seen. */
  part: Part
}

interface TilePictureProps {
  photo: TiledPhoto
  place: ShownPlace
  /** The width of the picture below, in pixels. */
  known: number
}

/** The visible part of a photo in full resolution, above a picture of the whole photo. */
export function TilePicture({ photo, place, known }: TilePictureProps) {
  const element = useRef<HTMLCanvasElement>(null)
  const tiles = useRef<TileCanvas>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the file of a photo never changes
  useLayoutEffect(() => {
    const { current: canvas } = element
    if (!canvas) return
    const made = new TileCanvas({ photo, canvas, known })
    tiles.current = made
    return () => made.dispose()
  }, [photo.id, photo.sha256, known])
  useLayoutEffect(() => tiles.current?.show(place))

  return (
    <canvas
      ref={element}
      aria-hidden
      className="pointer-events-none absolute top-0 left-0 max-w-none origin-top-left"
    />
  )
}
