import { Progress } from '@base-ui/react/progress'

interface ProgressBarProps {
  /** What is counted, for screen readers. */
  label: string
  done: number
  total: number
  /** The counts in words, for screen readers. */
  words: string
}

/** How many of some things are done, as a bar. */
export function ProgressBar({ label, done, total, words }: ProgressBarProps) {
  const isDone = done === total
  return (
    <Progress.Root value={done} max={Math.max(total, 1)} aria-label={label} getAriaValueText={() => words}>
      <Progress.Track className="h-1.5 overflow-hidden rounded-full bg-hairline">
        <Progress.Indicator className={`h-full rounded-full ${isDone ? 'bg-green' : 'bg-action'}`} />
      </Progress.Track>
    </Progress.Root>
  )
}
