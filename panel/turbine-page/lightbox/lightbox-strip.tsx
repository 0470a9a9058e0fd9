import { useVirtualizer } from '@tanstack/react-virtual'
import { Box } from 'lucide-react'
import { useContext, useEffect, useRef } from 'react'
import type { Photo } from '#domain/photo.ts'
import { MediaImage } from '#panel/frame/media-image.tsx'
import { UninspectedMark, UninspectedPhotos } from '#panel/photos/inspecting/uninspected-mark.tsx'
import { useText } from '#panel/words/use-text.ts'

/** The width of a thumbnail, the distance between two, and the space before the first and after the last one, in CSS pixels. */
const THUMB_PX = 76
const GAP_PX = 6
const PADDING_PX = 20
/** The number of thumbnails that are rendered before and after the visible ones. */
const OVERSCAN = 6

interface LightboxStripProps {
  photos: Photo[]
  shown: Photo
  onShow: (photo: Photo) => void
}

/** The row of thumbnails under the large photo. Only those in view are rendered. */
export function LightboxStrip({ photos, shown, onShow }: LightboxStripProps) {
  const text = useText()
  const strip = useRef<HTMLElement>(null)
  const index = photos.findIndex(({ id }) => id === shown.id)
  const virtualizer = useVirtualizer({
    count: photos.length,
    getScrollElement: () => strip.current,
    horizontal: true,
    estimateSize: () => THUMB_PX,
    gap: GAP_PX,
    paddingStart: PADDING_PX,
    paddingEnd: PADDING_PX,
    overscan: OVERSCAN,
    initialOffset: () => PADDING_PX + index * (THUMB_PX + GAP_PX),
  })

  useEffect(() => {
    if (index !== -1) virtualizer.scrollToIndex(index, { align: 'center' })
  }, [virtualizer, index])

  return (
    <nav
      ref={strip}
      aria-label={text(`lightbox.strip.${shown.category}`)}
      className="col-start-1 overflow-x-auto [scrollbar-width:thin]"
    >
      <ul className="relative mx-auto my-3 h-14" style={{ width: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const photo = photos[item.index]
          return (
            photo && (
              <li
                key={photo.id}
                aria-setsize={photos.length}
                aria-posinset={item.index + 1}
                className="absolute"
                style={{ left: item.start, width: THUMB_PX }}
              >
                <StripThumb photo={photo} isShown={item.index === index} onShow={onShow} />
              </li>
            )
          )
        })}
      </ul>
    </nav>
  )
}

interface StripThumbProps {
  photo: Photo
  isShown: boolean
  onShow: (photo: Photo) => void
}

function StripThumb({ photo, isShown, onShow }: StripThumbProps) {
  const text = useText()
  const isUninspected = useContext(UninspectedPhotos).has(photo.id)
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-label={photo.originalName}
        aria-current={isShown}
        aria-description={isUninspected ? text('look.tile') : undefined}
        title={isUninspected ? text('look.tile') : undefined}
        onClick={() => onShow(photo)}
        className={`block h-14 w-full cursor-pointer overflow-hidden rounded transition-opacity ${isShown ? 'ring-2 ring-lightbox-ink ring-inset' : 'opacity-50 hover:opacity-100'}`}
      >
        {photo.thumb_url === null ? (
          <span className="grid size-full place-items-center bg-lightbox-raised text-lightbox-ink-soft">
            <Box aria-hidden className="size-5" strokeWidth={1.5} />
          </span>
        ) : (
          <MediaImage
            src={photo.thumb_url}
            alt=""
            className={`size-full object-cover ${isShown ? 'p-0.5' : ''}`}
          />
        )}
      </button>
      {isUninspected && <UninspectedMark size="small" />}
    </>
  )
}
