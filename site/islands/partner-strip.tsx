import { type ReactNode, useEffect, useRef } from 'react'
import { PAUSE_PATH, PLAY_PATH } from './play-icons.ts'

interface Props {
  logos: { src: string; width: number; height: number; alt: string }[]
  /** The name of the switch. */
  pause: string
  /** The heading beside the switch. */
  children?: ReactNode
}

/** Enough copies for the widest screens; screen readers get only the first. */
const COPIES = Array.from({ length: 8 }, (_, copy) => copy)

const PAUSED = 'kanat.partners-paused'

/** The partners' logos in an endless loop. The checkbox stops it by its styles; the script remembers the choice in this tab. */
export function PartnerStrip({ logos, pause, children }: Props) {
  const box = useRef<HTMLInputElement>(null)

  useEffect(() => {
    try {
      if (box.current && sessionStorage.getItem(PAUSED)) box.current.checked = true
    } catch {} // The browser forbids storage.
  }, [])

  function remember(isPaused: boolean) {
    try {
      if (isPaused) sessionStorage.setItem(PAUSED, 'true')
      else sessionStorage.removeItem(PAUSED)
    } catch {}
  }

  return (
    <>
      <div className="shelf flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        {children}
        <label className="strip-switch" title={pause} translate="no">
          <input
            ref={box}
            type="checkbox"
            className="sr-only"
            onChange={(event) => remember(event.target.checked)}
          />
          <span className="sr-only">{pause}</span>
          <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true">
            <path className="strip-pause" d={PAUSE_PATH} />
            <path className="strip-play" d={PLAY_PATH} />
          </svg>
        </label>
      </div>
      <div className="strip">
        <div className="strip-track">
          {COPIES.map((copy) => (
            <ul key={copy} className="strip-list" aria-hidden={copy > 0 || undefined} inert={copy > 0}>
              {logos.map(({ src, width, height, alt }) => (
                <li key={src}>
                  <img
                    src={src}
                    width={width}
                    height={height}
                    alt={copy > 0 ? '' : alt}
                    loading="lazy"
                    decoding="async"
                    className="strip-logo"
                  />
                </li>
              ))}
            </ul>
          ))}
        </div>
      </div>
    </>
  )
}
