import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { MOBILE_MAX_WIDTH_PX } from '#domain/limits.ts'
import { LanguageToggle } from '#panel/preferences/language-toggle.tsx'
import { buttonClass } from '#panel/ui/button.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { Screen } from '#panel/ui/screen.tsx'
import { useText } from '#panel/words/use-text.ts'

const MOBILE_AGENT = /android|webos|iphone|ipad|ipod|blackberry|windows phone|mobile|tablet/i

/** True for windows and devices that are too small for the panel. */
function isMobile(width: number, userAgent: string): boolean {
  return width <= MOBILE_MAX_WIDTH_PX || MOBILE_AGENT.test(userAgent)
}

function onResize(notify: () => void) {
  window.addEventListener('resize', notify)
  return () => window.removeEventListener('resize', notify)
}

/**
 * Shows the panel on desktop computers and a notice elsewhere. A window that becomes too narrow, also by zooming in, keeps what is open:
 * the notice lies above it until the window is wide enough again.
 */
export function DesktopOnly({ children }: { children: ReactNode }) {
  const mobile = useSyncExternalStore(onResize, () => isMobile(window.innerWidth, navigator.userAgent))
  const [hasOpened, setHasOpened] = useState(!mobile)
  if (!mobile && !hasOpened) setHasOpened(true)
  return (
    <>
      {/* Its size and place stay, so that it is scrolled to the same place when it comes back. */}
      {hasOpened && <div className={mobile ? 'invisible overflow-x-clip' : undefined}>{children}</div>}
      {mobile && (hasOpened ? <NarrowWindow /> : <DesktopOnlyNotice />)}
    </>
  )
}

/** Lies above everything, also above open dialogs, which then get neither clicks nor the focus. */
function NarrowWindow() {
  const text = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    // Otherwise the browser focuses the first button, which would look as if it had to be pressed.
    dialog.current?.focus()
  }, [])
  function onKeyDown(event: KeyboardEvent) {
    // The screen below has shortcuts of its own: Escape would close what is open there.
    event.stopPropagation()
    if (event.key === 'Escape') event.preventDefault()
  }
  return createPortal(
    <dialog
      ref={dialog}
      // Only a wider window closes it. A browser does not ask each time whether it may close it.
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
      onKeyDown={onKeyDown}
      aria-label={text('desktopOnly.narrow.title')}
      tabIndex={-1}
      className="m-0 h-dvh max-h-none w-full max-w-none overflow-x-clip bg-ground text-ink outline-none"
    >
      <Screen title={text('desktopOnly.narrow.title')} actions={<LanguageToggle variant="outline" />}>
        <p>{text('desktopOnly.narrow.text')}</p>
      </Screen>
    </dialog>,
    document.body,
  )
}

function DesktopOnlyNotice() {
  const text = useText()
  usePageTitle(text('desktopOnly.title'))
  return (
    <Screen
      title={text('desktopOnly.title')}
      actions={
        <>
          <a href="/" className={buttonClass('primary', 'large')}>
            {text('desktopOnly.home')}
          </a>
          <LanguageToggle variant="outline" />
        </>
      }
    >
      <p>{text('desktopOnly.text')}</p>
    </Screen>
  )
}
