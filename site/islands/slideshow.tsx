import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { SLIDESHOW_MS } from '#domain/limits.ts'
import { nextSlide } from './slide-order.ts'
import { SlideshowControls } from './slideshow-controls.tsx'
import { useHeroAtRest } from './use-hero-at-rest.ts'

/** A picture in the two cuts and two formats that the build made of it. */
export interface Slide {
  id: string
  alt: string
  tall: { avif: string; webp: string }
  wide: { avif: string; webp: string; src: string; width: number; height: number }
}

interface SlideshowProps {
  slides: Slide[]
  sizes: { tall: string; wide: string; tallScreens: string }
  words: { label: string; dot: string; pause: string; play: string }
}

interface Shown {
  current: number
  previous: number
}

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)')

/**
 * The pictures behind the headline. The first comes with the page; the others are fetched when all else is there, and
 * every SLIDESHOW_MS a random other one takes its place, unless something asks for rest.
 */
export default function Slideshow({ slides, sizes, words }: SlideshowProps) {
  const controls = useRef<HTMLFieldSetElement>(null)
  const [shown, setShown] = useState<Shown>({ current: 0, previous: 0 })
  const [loaded, setLoaded] = useState([0])
  /** What the person asked for; until then the system's wish for less motion counts. */
  const [chosen, setChosen] = useState<'play' | 'pause'>()
  const isReady = useSyncExternalStore(
    onPageLoad,
    () => document.readyState === 'complete',
    () => false,
  )
  const wantsLess = useSyncExternalStore(
    onWish,
    () => reducedMotion().matches,
    () => true,
  )
  const isPlaying = chosen ? chosen === 'play' : !wantsLess
  const isAtRest = useHeroAtRest(controls)

  useEffect(() => {
    if (!isPlaying || isAtRest) return
    const timer = setTimeout(() => {
      const next = nextSlide(shown.current, loaded, Math.random())
      setShown({ current: next, previous: shown.current })
    }, SLIDESHOW_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, isAtRest, loaded, shown])

  return (
    <>
      {slides.slice(0, isReady ? slides.length : 1).map(({ id, alt, tall, wide }, index) => (
        <picture key={id} data-on-screen aria-hidden={index === shown.current ? undefined : true}>
          <source media={sizes.tallScreens} type="image/avif" srcSet={tall.avif} sizes={sizes.tall} />
          <source media={sizes.tallScreens} type="image/webp" srcSet={tall.webp} sizes={sizes.tall} />
          <source type="image/avif" srcSet={wide.avif} sizes={sizes.wide} />
          <img
            className={`absolute inset-0 -z-20 size-full object-cover object-[62%_85%] ${layer(index, shown)}`}
            srcSet={wide.webp}
            sizes={sizes.wide}
            src={wide.src}
            width={wide.width}
            height={wide.height}
            alt={alt}
            fetchPriority={index === 0 ? 'high' : 'low'}
            onLoad={() => setLoaded((before) => [...new Set([...before, index])])}
          />
        </picture>
      ))}
      {/* It has its place before it works, so that nothing moves when it does. */}
      <fieldset ref={controls} data-on-screen className={`-mx-2 flex h-11 ${isReady ? '' : 'invisible'}`}>
        <legend className="sr-only">{words.label}</legend>
        <SlideshowControls
          ids={slides.map(({ id }) => id)}
          current={shown.current}
          isPlaying={isPlaying}
          words={words}
          onJump={(index) => setShown({ current: index, previous: shown.current })}
          onPlay={(play) => setChosen(play ? 'play' : 'pause')}
        />
      </fieldset>
    </>
  )
}

/**
 * The pictures lie over each other in their order, so of two that follow each other the upper one fades, in or out,
 * and the lower one is simply there.
 */
function layer(index: number, { current, previous }: Shown): string {
  const isThere = index === 0 || index === current || (index === previous && previous < current)
  const fades = index === Math.max(current, previous)
  return `${isThere ? 'opacity-100' : 'opacity-0'} ${fades ? 'transition-opacity duration-(--slide-fade)' : ''}`
}

function onPageLoad(notify: () => void) {
  addEventListener('load', notify, { once: true })
  return () => removeEventListener('load', notify)
}

function onWish(notify: () => void) {
  const wish = reducedMotion()
  wish.addEventListener('change', notify)
  return () => wish.removeEventListener('change', notify)
}
