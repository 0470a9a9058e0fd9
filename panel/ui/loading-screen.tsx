import { Wordmark } from '#panel/ui/drawings/wordmark.tsx'
import { useText } from '#panel/words/use-text.ts'

/** The same picture that the page shows before the panel has loaded, so that the layout does not shift. */
export function LoadingScreen() {
  const text = useText()
  return (
    <main className="grid min-h-dvh place-items-center" role="status">
      <div className="grid justify-items-center gap-6">
        <Wordmark className="text-action" />
        <span className="h-0.5 w-40 overflow-hidden rounded-full bg-hairline" aria-hidden="true">
          <span className="waiting-bar block h-full w-2/5 rounded-full bg-action" />
        </span>
        <span className="sr-only">{text('screen.loading')}</span>
      </div>
    </main>
  )
}
