import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { useNavigateHere } from '#panel/ui/address/use-navigate-here.ts'
import { useText } from '#panel/words/use-text.ts'

interface BackLinkProps {
  /** The address of the parent screen; by default the turbine list. */
  to?: string
  /** The name of that screen. */
  children?: string
}

/** A link to the parent screen. If the user came from there in this tab, it goes back in the history, so that search and scroll position are restored. */
export function BackLink({ to = PANEL_ADDRESSES.turbines, children }: BackLinkProps) {
  const text = useText()
  const navigate = useNavigateHere()

  function goBack(event: MouseEvent) {
    const steps = stepsBackTo(to)
    // With a modifier key the browser opens the link in a new tab or window.
    if (steps === 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(-steps)
  }

  return (
    <p className="pt-5 pb-2">
      <Link
        to={to}
        onClick={goBack}
        className="inline-flex items-center gap-1.5 rounded text-body text-ink-soft transition-colors hover:text-action"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {children ?? text('turbine.back')}
      </Link>
    </p>
  )
}

/** The number of history entries from here back to the last entry of `path`; 0 if there is none or the browser cannot tell. */
function stepsBackTo(path: string): number {
  // Browsers from before 2026 have no Navigation API.
  const { navigation } = window as Partial<Pick<Window, 'navigation'>>
  const index = navigation?.currentEntry?.index ?? 0
  const before = navigation?.entries().slice(0, index) ?? []
  const found = before.findLastIndex(({ url }) => url !== null && new URL(url).pathname === path)
  return found === -1 ? 0 : index - found
}
