import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PAUSE_PATH, PLAY_PATH } from './play-icons.ts'

interface Props {
  /** The address of the recording. */
  src: string
  /** The address of its poster. */
  poster: string
  words: { pause: string; play: string }
  /** The picture that stands here until the recording plays, and without a script. */
  children?: ReactNode
}

/** How far below the screen the recording is when it begins to load. */
const NEAR = '300px'

/** Below this width the picture is shown in a crop of its own, which is easier to read than a small recording. */
const WIDE = '(min-width: 40rem)'

/** A silent recording in an endless loop. It is loaded when it is near, and not before a click if less motion or data is wanted. */
export function MarkingLoop({ src, poster, words, children }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [wish, setWish] = useState<'none' | 'play' | 'pause'>('none')
  const [isShown, setShown] = useState(false)
  const [isNear, setNear] = useState(false)
  const [isWide, setWide] = useState(false)

  /** The picture stands there again, and a click loads the recording once more. */
  const giveUp = () => {
    setShown(false)
    setWish('pause')
  }

  useEffect(() => {
    if (!frame.current) return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: NEAR,
    })
    observer.observe(frame.current)
    setWish(wantsLess() ? 'pause' : 'play')
    const width = matchMedia(WIDE)
    const followWidth = () => setWide(width.matches)
    followWidth()
    width.addEventListener('change', followWidth)
    return () => {
      observer.disconnect()
      width.removeEventListener('change', followWidth)
    }
  }, [])

  const isPlaying = wish === 'play' && isNear && isWide
  useEffect(() => {
    if (!video.current) return
    // A browser that saves energy may refuse to play by itself.
    if (isPlaying) video.current.play().catch(({ name }) => name === 'NotAllowedError' && setWish('pause'))
    else video.current.pause()
  }, [isPlaying])

  return (
    <div ref={frame} className="relative">
      {children}
      {(isPlaying || isShown) && (
        <video
          ref={video}
          src={src}
          poster={poster}
          muted
          loop
          playsInline
          aria-hidden="true"
          tabIndex={-1}
          onPlaying={() => setShown(true)}
          onError={giveUp}
          className={`absolute inset-0 size-full rounded object-cover object-left-top transition-opacity max-sm:hidden ${isShown ? 'opacity-100' : 'opacity-0'}`}
        />
      )}
      {wish !== 'none' && (
        <button
          type="button"
          aria-label={wish === 'play' ? words.pause : words.play}
          onClick={() => setWish(wish === 'play' ? 'pause' : 'play')}
          className="absolute right-3 bottom-3 grid size-11 cursor-pointer place-items-center rounded-full bg-black/60 text-white hover:bg-black/80 max-sm:hidden print:hidden"
        >
          <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true">
            <path d={wish === 'play' ? PAUSE_PATH : PLAY_PATH} />
          </svg>
        </button>
      )}
    </div>
  )
}

function wantsLess(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData === true
}
