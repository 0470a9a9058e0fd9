/** A grey placeholder for content that is still loading. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={`block animate-pulse rounded bg-hairline/60 ${className}`} />
}
