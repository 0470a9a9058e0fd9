import { ImageOff } from 'lucide-react'
import { type ImgHTMLAttributes, useEffect, useState } from 'react'
import { endSession } from '#panel/session/stored-session.ts'
import { useText } from '#panel/words/use-text.ts'

interface PhotoImageProps extends ImgHTMLAttributes<HTMLImageElement> {
  src: string
}

/**
 * A picture of the store. Where it cannot be shown it says so; where that is for want of a session, the session ends. It
 * is tried again when the connection is back.
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
        void endSessionWhereRefused(src)
      }}
    />
  )
}

/** An `<img>` does not tell why it failed, so the same address is asked once more for its status alone. */
async function endSessionWhereRefused(src: string) {
  const answer = await fetch(src, { method: 'HEAD' }).catch(() => undefined)
  if (answer?.status === 401 || answer?.status === 403) endSession('expired')
}
