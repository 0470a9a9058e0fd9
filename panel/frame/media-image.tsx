import { type ImgHTMLAttributes, type ReactNode, useEffect, useState } from 'react'
import { checkImage } from '#panel/api/check-image.ts'

interface MediaImageProps extends ImgHTMLAttributes<HTMLImageElement> {
  src: string
  alt: string
  /** Shown while the picture cannot be loaded; by default nothing. */
  otherwise?: ReactNode
}

/**
 * A picture from `/media`. If it cannot be loaded, it is loaded again when the browser is online again. If the server refuses the session,
 * the session ends.
 */
export function MediaImage({ src, alt, otherwise, ...image }: MediaImageProps) {
  const [failed, setFailed] = useState<string | null>(null)

  useEffect(() => {
    if (failed === null) return
    const tryAgain = () => setFailed(null)
    window.addEventListener('online', tryAgain)
    return () => window.removeEventListener('online', tryAgain)
  }, [failed])

  if (failed === src) return otherwise
  return (
    <img
      {...image}
      src={src}
      alt={alt}
      decoding="async"
      onError={() => {
        setFailed(src)
        void checkImage(src)
      }}
    />
  )
}
