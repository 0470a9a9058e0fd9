import { Search } from 'lucide-react'
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '#panel/words/use-text.ts'
import { SearchSlot } from './search-slot.ts'

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform)

/** Opens the panel search, by a click or by Ctrl K (⌘ K on a Mac). */
export function SearchButton() {
  const text = useText()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const SearchDialog = useContext(SearchSlot)

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    if (!isShortcut || event.key.toLowerCase() !== 'k') return
    event.preventDefault()
    if (open) setOpen(false)
    // While a dialog is open, its form or photo must not be left by accident.
    else if (!button.current?.closest('[inert], [aria-hidden="true"]')) setOpen(true)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  if (!SearchDialog) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
        className="mr-2 flex h-control-small cursor-pointer items-center gap-2 rounded border border-hairline bg-surface-sunken pr-1.5 pl-2.5 text-note text-ink-soft transition-colors hover:border-hairline-strong hover:text-ink"
      >
        <Search aria-hidden className="size-4" />
        <span className="max-[40rem]:sr-only">{text('search.button')}</span>
        <kbd
          aria-hidden
          className="ml-4 rounded border border-hairline bg-surface px-1.5 font-sans text-caption max-[40rem]:hidden"
        >
          {IS_MAC ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      {open && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  )
}
