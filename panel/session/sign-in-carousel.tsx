import { Pause, Play } from 'lucide-react'
import { use, useEffect, useState } from 'react'
import { LOGIN_CAROUSEL_MS } from '#domain/limits.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { hasReducedMotion } from '#panel/ui/reduced-motion.ts'
import { useText } from '#panel/words/use-text.ts'
import { SignInPicturesContext } from './sign-in-pictures.ts'

const SLIDES = ['turbines', 'blade', 'panorama'] as const

/** The `sizes` of a picture: it covers seven twelfths of the window's width, or more if the window is tall. */
const SIZES = 'max(59vw, 100vh)'

/** Three slides about Kanat that change by themselves. A button and the setting for reduced motion stop them. */
export function SignInCarousel() {
  const text = useText()
  const pictures = use(SignInPicturesContext)
  const [isFirstLoaded, setFirstLoaded] = useState(false)
  const { shown, show, playing, setPlaying, held } = useSlideTimer(SLIDES.length)
  return (
    <section
      aria-roledescription={text('carousel.role')}
      aria-label={text('carousel.label')}
      className="relative overflow-hidden bg-lightbox text-lightbox-ink max-lg:hidden"
      {...held}
    >
      {SLIDES.map((id, index) => (
        <div
          key={id}
          aria-hidden={index !== shown}
          className={`absolute inset-0 transition-opacity duration-700 ${index === shown ? '' : 'opacity-0'}`}
        >
          {pictures && (index === 0 || isFirstLoaded) && (
            <picture>
              <source type="image/avif" srcSet={pictures[id].avif} sizes={SIZES} />
              <source type="image/webp" srcSet={pictures[id].webp} sizes={SIZES} />
              {/* Without a source of its own: React makes it before the <picture>, and Safari and Firefox would fetch both. */}
              <img
                // A narrow window hides the pictures; lazy pictures are then not fetched.
                loading="lazy"
                alt=""
                onLoad={() => setFirstLoaded(true)}
                className="absolute inset-0 size-full object-cover object-[50%_35%]"
              />
            </picture>
          )}
          <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-lightbox via-lightbox/85 to-transparent px-14 pt-32 pb-28">
            <h2 className="max-w-[18ch] text-display font-semibold tracking-tight text-balance">
              {text(`carousel.${id}.title`)}
            </h2>
            <p className="mt-4 max-w-[46ch] text-title leading-7 text-balance text-lightbox-ink-soft">
              {text(`carousel.${id}.text`)}
            </p>
          </div>
        </div>
      ))}
      <div className="absolute bottom-12 left-14 flex items-center gap-2">
        {SLIDES.map((id, index) => (
          <button
            key={id}
            type="button"
            aria-label={text('carousel.show', { n: index + 1 })}
            aria-current={index === shown}
            onClick={() => show(index)}
            className="group flex h-8 w-12 cursor-pointer items-center rounded"
          >
            <span
              className={`h-0.5 w-full rounded-full transition-colors ${index === shown ? 'bg-lightbox-ink' : 'bg-lightbox-ink/25 group-hover:bg-lightbox-ink/50'}`}
            />
          </button>
        ))}
        <IconButton
          onDark
          label={text(playing ? 'carousel.pause' : 'carousel.play')}
          icon={playing ? Pause : Play}
          onClick={() => setPlaying(!playing)}
        />
      </div>
    </section>
  )
}

/** The current slide and its timer. The timer pauses under the pointer, with the focus inside, and in a hidden tab. */
function useSlideTimer(count: number) {
  const [shown, show] = useState(0)
  const [playing, setPlaying] = useState(() => !hasReducedMotion())
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const turning = playing && !hovered && !focused

  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide is shown for the full time, also after a click
  useEffect(() => {
    if (!turning) return
    const timer = setInterval(() => {
      if (!document.hidden) show((index) => (index + 1) % count)
    }, LOGIN_CAROUSEL_MS)
    return () => clearInterval(timer)
  }, [turning, shown, count])

  const held = {
    onMouseEnter: () => setHovered(true),
    onMouseLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
  return { shown, show, playing, setPlaying, held }
}
