import { useState } from 'react'
import type { Finding } from '#domain/findings/finding.ts'
import { imageOutlines } from '#panel/drawing/geometry/on-image.ts'
import { MediaImage } from '#panel/frame/media-image.tsx'
import { useText } from '#panel/words/use-text.ts'
import { MarkOutline } from './mark-outline.tsx'
import { markView, wholeView } from './mark-view.ts'
import { sharpPictureOf } from './picture-sources.ts'
import { ScaleBar } from './scale-bar.tsx'

interface FlatPictureProps {
  finding: Finding
  /** The place for the picture, in CSS pixels. */
  frame: { width: number; height: number }
  /** True if the whole photo is shown, instead of the part around the mark. */
  isWhole: boolean
  label: string
}

/** The photo with the mark, as large as the mark needs. */
export function FlatPicture({ finding, frame, isWhole, label }: FlatPictureProps) {
  const text = useText()
  const [natural, setNatural] = useState<{ width: number; height: number }>()
  const source = sharpPictureOf(finding, frame.width)
  if (source === undefined)
    return <p className="text-body text-lightbox-ink-soft">{text('review.noPhoto')}</p>
  const { turbine_id, photo_id, shape, severity } = finding
  const outlines = shape?.on === 'image' ? imageOutlines(shape, undefined) : []
  const view = natural && (isWhole ? wholeView(natural, frame) : markView(outlines.flat(), natural, frame))
  return (
    <>
      <div className="absolute" style={view ?? { left: 0, top: 0, width: frame.width, height: frame.height }}>
        <MediaImage
          src={source}
          alt={label}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setNatural({ width: naturalWidth, height: naturalHeight })
          }
          otherwise={<PhotoFailure />}
          className={`size-full max-w-none object-contain ${natural ? '' : 'opacity-0'}`}
        />
        {view && (
          <MarkOutline
            lines={outlines.map((points) =>
              points.map(([x, y]) => ({ x: x * view.width, y: y * view.height })),
            )}
            severity={severity}
          />
        )}
      </div>
      {view && photo_id !== null && (
        <ScaleBar turbineId={turbine_id} photoId={photo_id} picture={view} place={frame} />
      )}
    </>
  )
}

export function PhotoFailure() {
  const text = useText()
  return <p className="text-center text-body text-lightbox-ink-soft">{text('review.photo.failed')}</p>
}
