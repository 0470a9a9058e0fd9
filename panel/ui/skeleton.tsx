/** A grey place where something will stand. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={`block animate-pulse rounded bg-hairline/60 ${className}`} />
}
