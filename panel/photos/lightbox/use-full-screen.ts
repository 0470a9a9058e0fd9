import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'

/** Shows the whole panel on the full screen or leaves it, because a toast or a dialog must be visible there too. */
export function useFullScreen(): () => void {
  const text = useText()
  const notify = useNotify()
  return () => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen()
    change.catch(() => notify({ tone: 'error', title: text('lightbox.fullScreen.failed') }))
  }
}
