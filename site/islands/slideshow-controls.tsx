import { PAUSE_PATH, PLAY_PATH } from './play-icons.ts'

interface SlideshowControlsProps {
  ids: string[]
  current: number
  isPlaying: boolean
  words: { label: string; dot: string; pause: string; play: string }
  onJump: (index: number) => void
  onPlay: (isPlaying: boolean) => void
}

const BUTTON = 'grid h-11 cursor-pointer place-items-center rounded text-white/90 hover:text-white'

/** A dot for each picture, and the pause button. */
export function SlideshowControls({
  ids,
  current,
  isPlaying,
  words,
  onJump,
  onPlay,
}: SlideshowControlsProps) {
  return (
    <>
      {ids.map((id, index) => (
        <button
          key={id}
          type="button"
          className={`${BUTTON} group w-7`}
          aria-label={words.dot.replace('{n}', String(index + 1))}
          aria-current={index === current ? 'true' : undefined}
          onClick={() => onJump(index)}
        >
          <span className="size-2.5 rounded-full bg-white/50 transition-colors group-hover:bg-white/75 group-aria-[current]:bg-white" />
        </button>
      ))}
      <button
        type="button"
        className={`${BUTTON} w-11`}
        aria-label={isPlaying ? words.pause : words.play}
        onClick={() => onPlay(!isPlaying)}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true">
          <path d={isPlaying ? PAUSE_PATH : PLAY_PATH} />
        </svg>
      </button>
    </>
  )
}
