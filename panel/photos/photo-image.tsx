import { ImageOff } from 'lucide-react'
import type { ComponentProps } from 'react'
import { MediaImage } from '#panel/frame/media-image.tsx'
import { useText } from '#panel/words/use-text.ts'

/** A photo. If it cannot be shown, a message appears. */
export function PhotoImage({
  className = '',
  ...image
}: Omit<ComponentProps<typeof MediaImage>, 'otherwise'>) {
  const text = useText()
  return (
    <MediaImage
      {...image}
      className={className}
      otherwise={
        <span
          className={`grid place-content-center justify-items-center gap-1.5 text-ink-faint ${className}`}
        >
          <ImageOff aria-hidden className="size-6" strokeWidth={1.5} />
          <span className="text-caption">{text('photos.unshowable')}</span>
        </span>
      }
    />
  )
}
