import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import { fromCentre } from '#panel/ui/pointers.ts'
import { useText } from '#panel/words/use-text.ts'
import { light, lightFilter } from './light.ts'
import { PhotoLayers } from './photo-layers.tsx'
import { PhotoLoupe } from './photo-loupe.tsx'
import { actualScale, sizeOf, type useZoom, zoomCommands } from './use-zoom.ts'
import { useZoomGestures } from './use-zoom-gestures.ts'
import { placeOf, ViewedPicture } from './viewed-picture.tsx'
import { fittedSize, limitedView, type Point } from './zoom-view.ts'

interface PhotoStageProps {
  photo: Photo
  zoom: ReturnType<typeof useZoom>
  /** The position of the loupe from the middle of the stage; undefined while it is off. */
  loupe: Point | undefined
  onLoupe: (at: Point) => void
  /** Shown for a point cloud, which has no picture. */
  pointCloud: ReactNode
  /** Lies on the picture and moves with it, such as marks. */
  onPicture?: ReactNode
}

/**
 * The open photo. A click shows its actual size or fits it again; dragging, the wheel and a pinch move and magnify it. The previous
 * photo stays until the first picture of the next one is loaded.
 */
export function PhotoStage({ photo, zoom, loupe, onLoupe, pointCloud, onPicture }: PhotoStageProps) {
  useSignals()
  const text = useText()
  const { surface, mount, frame, view, move, viewOf } = zoom
  const [painted, setPainted] = useState(photo)
  const isPicture = photo.thumb_url !== null
  const gestures = useZoomGestures({ surface, frame, move, onTap: toggleZoom })

  function toggleZoom(at: Point) {
    const { scaleTo, reset } = zoomCommands(zoom)
    if (view.scale !== 1) reset()
    // A photo with few pixels already fits the stage at its actual size. A click then magnifies it.
    else scaleTo(Math.max(2, actualScale(photo, frame)), at)
  }

  const isWaiting = painted.id !== photo.id && painted.thumb_url !== null && isPicture
  const pictures = isWaiting ? [painted, photo] : [photo]
  return (
    <div
      ref={mount}
      {...(isPicture && gestures)}
      onPointerEnter={(event) => loupe && onLoupe(fromCentre(event, event.currentTarget))}
      onPointerMove={(event) => {
        if (isPicture) gestures.onPointerMove(event)
        if (loupe) onLoupe(fromCentre(event, event.currentTarget))
      }}
      className={`peer/stage absolute inset-0 data-[form-side=left]:left-86 data-[form-side=right]:right-86 touch-none overflow-hidden select-none data-marking:cursor-crosshair ${cursorOf(isPicture, view.scale)}`}
    >
      {isPicture
        ? pictures.map((one) => {
            const shown = { box: frame.box, fitted: fittedSize(sizeOf(one), frame.box) }
            const shownView = limitedView(viewOf(one.id), shown)
            return (
              <ViewedPicture key={one.id} frame={shown} view={shownView} filter={lightFilter(light.value)}>
                <PhotoLayers
                  photo={one}
                  place={placeOf(shown, shownView)}
                  alt={one.id === photo.id ? text('lightbox.alt', { name: one.originalName }) : ''}
                  onPainted={() => setPainted(one)}
                />
              </ViewedPicture>
            )
          })
        : pointCloud}
      {isPicture && !isWaiting && onPicture && (
        <ViewedPicture frame={frame} view={view}>
          {onPicture}
        </ViewedPicture>
      )}
      {isPicture && loupe && <PhotoLoupe key={photo.id} photo={photo} zoom={zoom} at={loupe} />}
    </div>
  )
}

function cursorOf(isPicture: boolean, scale: number): string {
  if (!isPicture) return ''
  return scale === 1 ? 'cursor-zoom-in' : 'cursor-grab active:cursor-grabbing'
}
