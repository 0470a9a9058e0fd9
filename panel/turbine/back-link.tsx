import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { useText } from '#panel/words/use-text.ts'

/** Leads to the list of turbines: back to the search and the place where it was left, where this tab comes from there. */
export function BackLink() {
  const text = useText()
  const navigate = useNavigate()

  function goBack(event: MouseEvent) {
    const steps = stepsBackTo(PANEL_ADDRESSES.turbines)
    // With a modifier key the link opens elsewhere.
    if (steps === 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(-steps)
  }

  return (
    <p className="pt-7 pb-5">
      <Link
        to={PANEL_ADDRESSES.turbines}
        onClick={goBack}
        className="inline-flex items-center gap-1.5 rounded text-body text-ink-soft transition-colors hover:text-action"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {text('turbine.back')}
      </Link>
    </p>
  )
}

/** How many entries of the history back `path` was shown last; 0 where it was not, or the browser does not tell. */
function stepsBackTo(path: string): number {
  // Browsers from before 2026 have no Navigation API.
  const { navigation } = window as Partial<Pick<Window, 'navigation'>>
  const index = navigation?.currentEntry?.index ?? 0
  const before = navigation?.entries().slice(0, index) ?? []
  const found = before.findLastIndex(({ url }) => url !== null && new URL(url).pathname === path)
  return found === -1 ? 0 : index - found
}
