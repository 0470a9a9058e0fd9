import { useRef, useState } from 'react'
import type { Finding } from '#domain/findings/finding.ts'
import { imageOutlines } from '#panel/drawing/geometry/on-image.ts'
import { MarkOutline } from '#panel/inspections/review/mark-outline.tsx'
import { markView } from '#panel/inspections/review/mark-view.ts'
import { pictureOf } from '#panel/inspections/review/picture-sources.ts'
import { SpherePicture } from '#panel/inspections/review/sphere-picture.tsx'
import { PhotoImage } from '#panel/photos/photo-image.tsx'
import { useElementSize } from '#panel/ui/use-element-size.ts'

interface MarkedPhotoProps {
  finding: Finding
  className?: string
}

/** The place of a finding on its photo, with its mark. */
export function MarkedPhoto({ finding, className = '' }: MarkedPhotoProps) {
  const { shape, severity, photo_id } = finding
  const place = useRef<HTMLSpanElement>(null)
  const frame = useElementSize(place)
  const [natural, setNatural] = useState<{ width: number; height: number }>()
  const source = pictureOf(finding, 1280)
  const outlines = shape?.on === 'image' ? imageOutlines(shape, undefined) : []
  const points = outlines.flat()
  const view = natural && markView(points, natural, frame, true)
  return (
    <span ref={place} className={`relative block overflow-hidden bg-surface-sunken ${className}`}>
      {source !== undefined && shape?.on === 'sphere' && photo_id !== null ? (
        <SpherePicture
          finding={{ ...finding, photo_id, shape }}
          frame={frame}
          label=""
          otherwise={null}
          withoutMark={null}
        />
      ) : (
        source !== undefined && (
          <span className="absolute block" style={view ?? { left: 0, top: 0, width: '100%', height: '100%' }}>
            <PhotoImage
              src={source}
              alt=""
              loading="lazy"
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setNatural({ width: naturalWidth, height: naturalHeight })
              }
              className={`size-full max-w-none ${natural ? '' : 'opacity-0'}`}
            />
            {view && points.length > 0 && (
              <MarkOutline
                lines={outlines.map((line) =>
                  line.map(([x, y]) => ({ x: x * view.width, y: y * view.height })),
                )}
                severity={severity}
              />
            )}
          </span>
        )
      )}
    </span>
  )
}
