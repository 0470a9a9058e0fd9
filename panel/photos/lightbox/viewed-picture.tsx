import type { ReactNode } from 'react'
import type { ShownPlace } from './tile-picture.tsx'
import { type Frame, type View, visiblePart } from './zoom-view.ts'

interface ViewedPictureProps {
  frame: Pick<Frame, 'fitted'>
  view: View
  /** A CSS filter. */
  filter?: string | undefined
  children: ReactNode
}

/** Places a picture in its box, so that the point of the view is in the middle. */
export function ViewedPicture({ frame: { fitted }, view, filter, children }: ViewedPictureProps) {
  return (
    <div
      style={{
        width: fitted.width * view.scale,
        height: fitted.height * view.scale,
        transform: `translate(${-view.x * 100}%, ${-view.y * 100}%)`,
        filter,
      }}
      className="absolute top-1/2 left-1/2"
    >
      {children}
    </div>
  )
}

/** How a `ViewedPicture` shows a picture. */
export function placeOf(frame: Frame, view: View): ShownPlace {
  const width = frame.fitted.width * view.scale
  return { width, needed: width * window.devicePixelRatio, part: visiblePart(view, frame) }
}
