export type BadgeTone = 'good' | 'attention' | 'bad' | 'quiet'

const INKS: Record<BadgeTone, string> = {
  good: 'text-green',
  attention: 'text-amber',
  bad: 'text-red',
  quiet: 'text-ink-faint',
}

/** The colour of a tone, as a class. */
export function badgeInk(tone: BadgeTone): string {
  return INKS[tone]
}

/** A status in one word, with its colour. */
export function Badge({ tone, children }: { tone: BadgeTone; children: string }) {
  return (
    <span
      className={`inline-flex h-6 items-center gap-1.5 rounded-full border border-hairline bg-surface px-2.5 text-caption font-medium whitespace-nowrap ${INKS[tone]}`}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      {children}
    </span>
  )
}
