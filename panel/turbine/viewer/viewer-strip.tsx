import { Box } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Photo } from '#domain/photo.ts'
import { useText } from '#panel/words/use-text.ts'

interface ViewerStripProps {
  photos: Photo[]
  shown: Photo
  onShow: (photo: Photo) => void
}

/** The row of thumbnails under the large photo. */
export function ViewerStrip({ photos, shown, onShow }: ViewerStripProps) {
  const text = useText()
  const current = useRef<HTMLButtonElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect scrolls to the shown photo whenever it changes
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [shown.id])

  return (
    <nav
      aria-label={text(`viewer.strip.${shown.category}`)}
      className="col-start-1 overflow-x-auto [scrollbar-width:thin]"
    >
      <ul className="mx-auto flex w-max gap-1.5 px-5 py-3">
        {photos.map((photo) => {
          const isShown = photo.id === shown.id
          return (
            <li key={photo.id}>
              <button
                ref={isShown ? current : undefined}
                type="button"
                tabIndex={-1}
                aria-label={photo.originalName}
                aria-current={isShown}
                onClick={() => onShow(photo)}
                className={`block h-14 w-19 cursor-pointer overflow-hidden rounded transition-opacity ${isShown ? 'ring-2 ring-viewer-ink ring-inset' : 'opacity-50 hover:opacity-100'}`}
              >
                {photo.thumb_url === null ? (
                  <span className="grid size-full place-items-center bg-viewer-raised text-viewer-ink-soft">
                    <Box aria-hidden className="size-5" strokeWidth={1.5} />
                  </span>
                ) : (
                  <img
                    src={photo.thumb_url}
                    alt=""
                    loading="lazy"
                    decoding="async"
                    className={`size-full object-cover ${isShown ? 'p-0.5' : ''}`}
                  />
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
