import { type ReactNode, useSyncExternalStore } from 'react'
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

/** Shows the panel on desktop computers and a notice elsewhere. */
export function DesktopOnly({ children }: { children: ReactNode }) {
  const mobile = useSyncExternalStore(onResize, () => isMobile(window.innerWidth, navigator.userAgent))
  return mobile ? <DesktopOnlyNotice /> : children
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
          <LanguageToggle />
        </>
      }
    >
      <p>{text('desktopOnly.text')}</p>
    </Screen>
  )
}
