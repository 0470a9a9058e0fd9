import { useSignals } from '@preact/signals-react/runtime'
import { ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import { useFailedPictures } from '#panel/api/pictures/use-failed-pictures.ts'
import { useText } from '#panel/words/use-text.ts'
import { showsHeic } from './heic-support.ts'
import { pictureSources, tiledPhoto } from './picture-sources.ts'
import { useReceivedBytes } from './received-bytes.ts'
import { type ShownPlace, TilePicture } from './tile-picture.tsx'

interface PhotoLayersProps {
  photo: Photo
  place: ShownPlace
  alt: string
  /** Runs when the first picture is on the screen, or when none can be shown. */
  onPainted?: (() => void) | undefined
}

const NONE = -1

/**
 * The picture of a photo, as sharp as needed. It loads the sources one after the other. Each one covers the previous one when it is
 * decoded, so that the photo is never blank. Zooming out does not return to a smaller picture. What failed is loaded again when
 * the browser is online or the server is there again. Tiles are above the largest derivative of a photo whose original the browser cannot show, or has not got whole.
 */
export function PhotoLayers({ photo, place, alt, onPainted }: PhotoLayersProps) {
  useSignals()
  const text = useText()
  const { needed } = place
  const [most, setMost] = useState(needed)
  if (needed > most) setMost(needed)
  const hasOriginal = photo.original_shown || showsHeic(photo)
  const sharpest = Math.max(needed, most)
  const sources = pictureSources(photo, sharpest, hasOriginal)
  const [reached, setReached] = useState(NONE)
  const { failed, fail } = useFailedPictures()
  // The original leaves the sources if the server finds out that browsers turn it in another way.
  const top = sources.findLastIndex(({ url }, index) => index <= reached && !failed.includes(url))
  const loading = sources.findIndex(({ url }, index) => index > top && !failed.includes(url))
  const isBroken = top === NONE && loading === NONE
  const tiled = tiledPhoto(photo, sharpest, hasOriginal && !failed.includes(photo.url))
  const isPainted = top !== NONE || isBroken
  const receivedBytes = useReceivedBytes(sources.some(({ url }) => url === photo.url) ? photo.url : undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once, whatever function the parent passes
  useEffect(() => {
    if (isPainted) onPainted?.()
  }, [isPainted])

  function failOn(url: string) {
    // Browsers cannot show every type of original; the largest derivative stays then.
    fail(url, url !== photo.url)
  }

  if (isBroken) {
    return (
      <span className="absolute inset-0 grid place-content-center justify-items-center gap-1.5 text-lightbox-ink-soft">
        <ImageOff aria-hidden className="size-6" strokeWidth={1.5} />
        <span className="text-caption">{text('photos.unshowable')}</span>
      </span>
    )
  }
  return (
    <>
      {sources.map(
        ({ url }, index) =>
          (index === top || index === loading) && (
            <img
              key={url}
              src={url}
              alt={index === Math.max(top, 0) ? alt : ''}
              decoding="async"
              draggable={false}
              onLoad={async ({ currentTarget }) => {
                // A loaded picture is painted only after it is decoded.
                await currentTarget.decode().catch(() => undefined)
                if (url === photo.url && (receivedBytes() ?? photo.size) < photo.size) failOn(url)
                else setReached((shown) => Math.max(shown, index))
              }}
              onError={() => failOn(url)}
              className="absolute inset-0 size-full select-none"
            />
          ),
      )}
      {tiled && <TilePicture photo={tiled.photo} known={tiled.known} place={place} />}
    </>
  )
}
