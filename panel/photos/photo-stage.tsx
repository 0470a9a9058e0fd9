import { Box } from 'lucide-react'
import { useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import { useText } from '#panel/words/use-text.ts'
import { PhotoImage } from './photo-image.tsx'
import { largeUrl } from './photo-sizes.ts'
import { ZoomedPhoto } from './zoomed-photo.tsx'

interface PhotoStageProps {
  photo: Photo
  zoomed: boolean
  onZoom: (zoomed: boolean) => void
}

/** The open photo: first its thumbnail, then the large derivative above it, and the original after zooming in. */
export function PhotoStage({ photo, zoomed, onZoom }: PhotoStageProps) {
  const text = useText()
  const [loaded, setLoaded] = useState(false)
  const [focus, setFocus] = useState({ x: 0.5, y: 0.5 })
  if (photo.thumb_url === null) return <PointCloudNotice />
  if (zoomed) return <ZoomedPhoto photo={photo} focus={focus} onFit={() => onZoom(false)} />
  return (
    <div className="absolute inset-0">
      {!loaded && (
        <img src={photo.thumb_url} alt="" className="absolute inset-0 size-full object-contain blur-[3px]" />
      )}
      <PhotoImage
        src={largeUrl(photo)}
        alt={text('viewer.alt', { name: photo.originalName })}
        onLoad={() => setLoaded(true)}
        onClick={(event) => {
          setFocus(pointedAt(event.currentTarget, event.clientX, event.clientY))
          onZoom(true)
        }}
        className={`absolute inset-0 size-full cursor-zoom-in object-contain transition-opacity ${loaded ? '' : 'opacity-0'}`}
      />
    </div>
  )
}

/** The position of a pointer in the picture, from 0 to 1. The picture may have margins inside its box. */
function pointedAt(img: HTMLImageElement, clientX: number, clientY: number) {
  const box = img.getBoundingClientRect()
  const scale = Math.min(box.width / img.naturalWidth, box.height / img.naturalHeight)
  const share = (at: number, start: number, room: number, size: number) =>
    Math.min(1, Math.max(0, (at - start - (room - size) / 2) / size))
  return {
    x: share(clientX, box.left, box.width, img.naturalWidth * scale),
    y: share(clientY, box.top, box.height, img.naturalHeight * scale),
  }
}

function PointCloudNotice() {
  const text = useText()
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center px-24 text-center">
      <Box aria-hidden className="size-14 text-viewer-ink-soft" strokeWidth={1} />
      <p className="mt-6 text-title font-medium">{text('viewer.pcd.title')}</p>
      <p className="mt-1.5 max-w-[48ch] text-lead text-viewer-ink-soft">{text('viewer.pcd.text')}</p>
    </div>
  )
}
