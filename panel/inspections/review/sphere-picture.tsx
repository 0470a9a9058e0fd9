import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Finding } from '#domain/findings/finding.ts'
import type { FindingShape } from '#domain/findings/finding-shape.ts'
import { derivativeSize } from '#domain/pictures/photo-derivatives.ts'
import { panoramaQuery } from '#panel/data/photo-details.ts'
import { extentOf } from '#panel/drawing/geometry/on-image.ts'
import { MediaImage } from '#panel/frame/media-image.tsx'
import { MarkOutline } from './mark-outline.tsx'
import { pictureOf } from './picture-sources.ts'
import { outlineOn, type PlacedPicture, partAround, tilesOn, wholeOn } from './sphere-part.ts'

interface SpherePictureProps {
  finding: Finding & { photo_id: number; shape: FindingShape }
  /** The place for the picture, in CSS pixels. */
  frame: { width: number; height: number }
  /** What the picture shows, for screen readers. */
  label: string
  /** Shown if the photo cannot be loaded. */
  otherwise: ReactNode
  /** Shown if nobody can tell where on the photo the mark is. */
  withoutMark: ReactNode
}

/** The part of a 360° photo around a mark: a picture of the whole photo at once, and sharp tiles above it. */
export function SpherePicture({ finding, frame, label, otherwise, withoutMark }: SpherePictureProps) {
  const { turbine_id, photo_id, shape, severity } = finding
  const { data: panorama, isPending } = useQuery(panoramaQuery(turbine_id, photo_id))
  const extent = panorama && extentOf(panorama)
  const whole = pictureOf(finding, 2560)
  if (isPending) return null
  if (!extent || whole === undefined) return withoutMark
  const part = partAround(shape, panorama, extent, frame)
  const knownWidth = derivativeSize(panorama, 2560).width
  const tiles = tilesOn(part, panorama, extent, { pixelRatio: devicePixelRatio, knownWidth })
  return (
    <div
      role="img"
      aria-label={label}
      className="absolute top-1/2 left-1/2 -translate-1/2 overflow-hidden"
      style={{ width: part.width, height: part.height }}
    >
      {wholeOn(part, extent, whole).map(({ source, ...place }) => (
        <MediaImage
          key={`${source} ${place.left}`}
          src={source}
          alt=""
          otherwise={otherwise}
          className="absolute max-w-none"
          style={place}
        />
      ))}
      {tiles.map((tile) => (
        <Tile key={`${tile.source} ${tile.left}`} tile={tile} />
      ))}
      <MarkOutline lines={[outlineOn(part, shape)]} severity={severity} />
    </div>
  )
}

/** Without the tile, the picture of the whole photo is seen at its place. */
function Tile({ tile: { source, ...place } }: { tile: PlacedPicture }) {
  return <MediaImage src={source} alt="" className="absolute max-w-none" style={place} />
}
