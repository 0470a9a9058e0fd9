export type BadgeTone = 'good' | 'attention' | 'bad' | 'quiet'

const INKS: Record<BadgeTone, string> = {
  good: 'text-green',
  attention: 'text-amber',
  bad: 'text-red',
  quiet: 'text-ink-faint',
}

const GROUNDS: Record<BadgeTone, string> = {
  good: 'bg-green',
  attention: 'bg-amber',
  bad: 'bg-red',
  quiet: 'bg-ink-faint',
}

/** The colour of a tone as a background, as a class. */
export function badgeGround(tone: BadgeTone): string {
  return GROUNDS[tone]
}

/** The colour of a tone, as a class. */
export function badgeInk(tone: BadgeTone): string {
  return INKS[tone]
}

interface BadgeProps {
  tone: BadgeTone
  /** Fills the badge with its colour, for statuses that users must notice quickly. */
  solid?: boolean
  children: string
}

/** A status in one word, with its colour. */
export function Badge({ tone, solid = false, children }: BadgeProps) {
  const look = solid
    ? `border-transparent text-surface ${GROUNDS[tone]}`
    : `border-hairline bg-surface ${INKS[tone]}`
  return (
    <span
      className={`inline-flex h-6 w-fit shrink-0 items-center gap-1.5 rounded-full border px-2.5 text-caption font-medium whitespace-nowrap ${look}`}
    >
      {!solid && <span aria-hidden className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  )
}
