import { useText } from '#panel/words/use-text.ts'

/** The keys of the review, which stand below it all the time. */
export function ReviewKeys({ hasFindings, mayUndo }: { hasFindings: boolean; mayUndo: boolean }) {
  const text = useText()
  const forFindings = [
    { key: 'Enter', words: text('review.key.accept') },
    { key: 'G', words: text('review.key.return') },
    { key: '1–5', words: text('review.key.severity') },
    ...(mayUndo ? [{ key: 'U', words: text('review.key.undo') }] : []),
    { key: 'Z', words: text('review.key.zoom') },
    { key: 'O', words: text('review.key.open') },
    { key: '↑ ↓', words: text('review.key.move') },
  ]
  const keys = [...(hasFindings ? forFindings : []), { key: 'Esc', words: text('review.key.close') }]
  return (
    <ul
      aria-label={text('review.keys')}
      className="flex min-h-10 flex-wrap items-center gap-x-5 gap-y-1 border-t border-hairline px-5 py-2 text-note text-ink-soft"
    >
      {keys.map(({ key, words }) => (
        <li key={key} className="flex items-center gap-1.5">
          <kbd className="rounded border border-hairline-strong px-1.5 text-caption font-medium text-ink">
            {key}
          </kbd>
          {words}
        </li>
      ))}
    </ul>
  )
}
