import { useSignals } from '@preact/signals-react/runtime'
import { type CSSProperties, type ReactNode, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import { light, lightFilter } from '#panel/photos/lightbox/light.ts'
import { PhotoLayers } from '#panel/photos/lightbox/photo-layers.tsx'
import { sizeOf, type Zoom } from '#panel/photos/lightbox/use-zoom.ts'
import { useZoomGestures } from '#panel/photos/lightbox/use-zoom-gestures.ts'
import { placeOf, ViewedPicture } from '#panel/photos/lightbox/viewed-picture.tsx'
import { visiblePart } from '#panel/photos/lightbox/zoom-view.ts'
import type { CompareMode } from '#panel/photos/open-compare.ts'
import { CurtainHandle } from '#panel/ui/curtain-handle.tsx'
import { useText } from '#panel/words/use-text.ts'
import { ComparedMarks } from './compared-marks.tsx'
import { cornersOf, fittedInto, partOnto, type Similarity } from './similarity.ts'

interface LayersProps {
  /** The left photo, and the right photo that covers it. */
  photos: readonly [Photo, Photo]
  zoom: Zoom
  /** Maps pixels of the right photo to pixels of the left one. */
  similarity: Similarity
}

interface OverlayProps extends Omit<LayersProps, 'similarity'> {
  mode: CompareMode
  /** Undefined as long as the user has not aligned the photos; the right one is then fitted into the left one. */
  similarity: Similarity | undefined
  /** How much brighter the difference is shown. */
  strength: number
  /** How much of the right photo a blend shows, from 0 to 1. */
  opacity: number
}

/** Both photos in the same place: with a curtain, as their difference, or one through the other. */
export function Overlay({ mode, similarity, strength, opacity, ...rest }: OverlayProps) {
  const [share, setShare] = useState(0.5)
  const [left, right] = rest.photos
  const layers = { ...rest, similarity: similarity ?? fittedInto(sizeOf(right), sizeOf(left)) }
  if (mode === 'difference') return <Difference {...layers} strength={strength} />
  if (mode === 'blend') return <Blend {...layers} opacity={opacity} />
  return <Curtain {...layers} share={share} onProgress={setShare} />
}

interface CurtainProps extends LayersProps {
  /** Where the right photo begins, as a share of the width. */
  share: number
  onProgress: (share: number) => void
}

/** The left photo up to the curtain, the right one behind it. */
function Curtain({ share, onProgress, ...overlay }: CurtainProps) {
  const { photos, zoom, similarity } = overlay
  const [left, right] = photos
  const gestures = useZoomGestures(zoom)
  return (
    <div ref={zoom.mount} {...gestures} className="absolute inset-0 touch-none overflow-hidden select-none">
      <div className="absolute inset-0" style={{ clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` }}>
        <LeftFrame zoom={zoom}>
          <LeftPicture photo={left} zoom={zoom} />
        </LeftFrame>
        <MarksFrame zoom={zoom}>
          <ComparedMarks photo={left} zoom={zoom} />
        </MarksFrame>
      </div>
      <div className="absolute inset-0" style={{ clipPath: `inset(0 0 0 ${share * 100}%)` }}>
        <LeftFrame zoom={zoom}>
          <RightPicture left={left} photo={right} zoom={zoom} similarity={similarity} />
        </LeftFrame>
        <MarksFrame zoom={zoom}>
          <ComparedMarks photo={right} zoom={zoom} onto={{ photo: left, similarity }} />
        </MarksFrame>
      </div>
      <CurtainHandle share={share} onProgress={onProgress} />
    </div>
  )
}

/** The right photo lies on the left one and lets it shine through. */
function Blend({ opacity, ...overlay }: LayersProps & { opacity: number }) {
  const { photos, zoom, similarity } = overlay
  const [left, right] = photos
  const gestures = useZoomGestures(zoom)
  const onto = { photo: left, similarity }
  // Of marks in the same place, the pointer reaches those of the photo that is more visible.
  const marks = [
    <ComparedMarks key="left" photo={left} zoom={zoom} opacity={1 - opacity} />,
    <ComparedMarks key="right" photo={right} zoom={zoom} onto={onto} opacity={opacity} />,
  ]
  return (
    <div ref={zoom.mount} {...gestures} className="absolute inset-0 touch-none overflow-hidden select-none">
      <LeftFrame zoom={zoom}>
        <LeftPicture photo={left} zoom={zoom} />
        <RightPicture left={left} photo={right} zoom={zoom} similarity={similarity} style={{ opacity }} />
      </LeftFrame>
      <MarksFrame zoom={zoom}>{opacity < 0.5 ? marks.toReversed() : marks}</MarksFrame>
    </div>
  )
}

/** The difference of both photos, where they overlap: black is the same in both. */
function Difference({ strength, ...overlay }: LayersProps & { strength: number }) {
  const { photos, zoom, similarity } = overlay
  const [left, right] = photos
  const gestures = useZoomGestures(zoom)
  const { width, height } = sizeOf(left)
  const outline = cornersOf(similarity, sizeOf(right))
    .map(({ x, y }) => `${(x / width) * 100}% ${(y / height) * 100}%`)
    .join(', ')
  return (
    <div ref={zoom.mount} {...gestures} className="absolute inset-0 touch-none overflow-hidden select-none">
      <LeftFrame zoom={zoom}>
        <div className="absolute inset-0 overflow-hidden">
          <div
            className="absolute inset-0 isolate"
            style={{ clipPath: `polygon(${outline})`, filter: `brightness(${strength})` }}
          >
            <LeftPicture photo={left} zoom={zoom} />
            <RightPicture
              left={left}
              photo={right}
              zoom={zoom}
              similarity={similarity}
              style={{ mixBlendMode: 'difference' }}
            />
          </div>
        </div>
      </LeftFrame>
      <MarksFrame zoom={zoom}>
        <ComparedMarks photo={left} zoom={zoom} />
        <ComparedMarks photo={right} zoom={zoom} onto={{ photo: left, similarity }} />
      </MarksFrame>
    </div>
  )
}

function LeftFrame({ zoom, children }: { zoom: Zoom; children: ReactNode }) {
  useSignals()
  return (
    <ViewedPicture frame={zoom.frame} view={zoom.view} filter={lightFilter(light.value)}>
      {children}
    </ViewedPicture>
  )
}

/** The frame of the left photo without brightness and contrast, which are for the pictures only. */
function MarksFrame({ zoom, children }: { zoom: Zoom; children: ReactNode }) {
  return (
    <ViewedPicture frame={zoom.frame} view={zoom.view}>
      {children}
    </ViewedPicture>
  )
}

function LeftPicture({ photo, zoom: { frame, view } }: { photo: Photo; zoom: Zoom }) {
  const text = useText()
  return (
    <PhotoLayers
      key={photo.id}
      photo={photo}
      place={placeOf(frame, view)}
      alt={text('lightbox.alt', { name: photo.originalName })}
    />
  )
}

interface RightPictureProps {
  left: Photo
  photo: Photo
  zoom: Zoom
  similarity: Similarity
  style?: CSSProperties
}

function RightPicture({ left, photo, zoom: { frame, view }, similarity, style }: RightPictureProps) {
  const text = useText()
  const { a, b, x0, y0 } = similarity
  const { width, height } = sizeOf(photo)
  /** CSS pixels for each pixel of the left photo. */
  const unit = (frame.fitted.width * view.scale) / sizeOf(left).width
  const transform = `matrix(${a}, ${b}, ${-b}, ${a}, ${x0 * unit}, ${y0 * unit})`
  const place = {
    width: width * unit,
    needed: width * unit * Math.hypot(a, b) * window.devicePixelRatio,
    part: partOnto(similarity, visiblePart(view, frame), sizeOf(left), { width, height }),
  }
  return (
    <div
      className="absolute top-0 left-0 origin-top-left"
      style={{ width: width * unit, height: height * unit, transform, ...style }}
    >
      <PhotoLayers
        key={photo.id}
        photo={photo}
        place={place}
        alt={text('lightbox.alt', { name: photo.originalName })}
      />
    </div>
  )
}
