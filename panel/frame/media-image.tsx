import type { ImgHTMLAttributes, ReactNode } from 'react'
import { useFailedPictures } from '#panel/api/pictures/use-failed-pictures.ts'

interface MediaImageProps extends ImgHTMLAttributes<HTMLImageElement> {
  src: string
  alt: string
  /** Shown while the picture cannot be loaded; by default nothing. */
  otherwise?: ReactNode
}

/**
 * A picture from `/media`. If it cannot be loaded, it is loaded again when the browser is online or the server is there again. If the server
 * refuses the session, the session ends.
 */
export function MediaImage({ src, alt, otherwise, ...image }: MediaImageProps) {
  const { failed, fail } = useFailedPictures()
  if (failed.includes(src)) return otherwise
  return <img {...image} src={src} alt={alt} decoding="async" onError={() => fail(src)} />
}
