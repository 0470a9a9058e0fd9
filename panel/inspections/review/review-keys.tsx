import { useCaller } from '#panel/session/caller-context.ts'
import { KeyCaps } from '#panel/ui/keys/key-caps.tsx'
import { type KeyCondition, keysOn } from '#panel/ui/keys/screen-keys.ts'
import { useText } from '#panel/words/use-text.ts'

/** The keys of the review, which stand below it all the time. */
export function ReviewKeys({ conditions }: { conditions: readonly KeyCondition[] }) {
  const text = useText()
  const caller = useCaller()
  return (
    <ul
      aria-label={text('review.keys')}
      className="flex min-h-10 flex-wrap items-center gap-x-5 gap-y-1 border-t border-hairline px-5 py-2 text-note text-ink-soft"
    >
      {keysOn('review', caller, caller.company_id, conditions).map(({ keys, does }) => (
        <li key={does} className="flex items-center gap-1.5">
          <KeyCaps keys={keys} />
          {text(does)}
        </li>
      ))}
    </ul>
  )
}
