interface ProgressBarProps {
  done: number
  total: number
  /** The numbers, at the end of the bar. Without them, they are beside it already. */
  words?: string
}

/** How many of some things are done, as a bar. Screen readers read the numbers. */
export function ProgressBar({ done, total, words }: ProgressBarProps) {
  const isDone = done === total
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span aria-hidden className="h-1.5 min-w-8 flex-1 overflow-hidden rounded-full bg-hairline">
        <span
          style={{ width: `${(100 * done) / Math.max(total, 1)}%` }}
          className={`block h-full rounded-full ${isDone ? 'bg-green' : 'bg-action'}`}
        />
      </span>
      {words !== undefined && <span className="shrink-0 whitespace-nowrap tabular-nums">{words}</span>}
    </span>
  )
}
