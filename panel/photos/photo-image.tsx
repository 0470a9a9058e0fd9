import { ImageOff } from 'lucide-react'
import { type ImgHTMLAttributes, useEffect, useState } from 'react'
import { checkImage } from '#panel/api/check-image.ts'
import { useText } from '#panel/words/use-text.ts'

interface PhotoImageProps extends ImgHTMLAttributes<HTMLImageElement> {
  src: string
}

/**
 * A picture from `/media`. If it cannot be shown, a message appears. If the server refuses the session, the session ends. The
 * picture is loaded again when the browser is online again.
 */
export function PhotoImage({ src, alt, className = '', ...rest }: PhotoImageProps) {
  const text = useText()
  const [failed, setFailed] = useState<string | null>(null)

  useEffect(() => {
    if (failed === null) return
    const tryAgain = () => setFailed(null)
    window.addEventListener('online', tryAgain)
    return () => window.removeEventListener('online', tryAgain)
  }, [failed])

  if (failed === src) {
    return (
      <span className={`grid place-content-center justify-items-center gap-1.5 text-ink-faint ${className}`}>
        <ImageOff aria-hidden className="size-6" strokeWidth={1.5} />
        <span className="text-caption">{text('photos.unshowable')}</span>
      </span>
    )
  }
  return (
    <img
      {...rest}
      src={src}
      alt={alt}
      decoding="async"
      className={className}
      onError={() => {
        setFailed(src)
        void checkImage(src)
      }}
    />
  )
}
