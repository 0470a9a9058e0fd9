import { LogOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { LanguageToggle } from '#panel/preferences/language-toggle.tsx'
import { ThemeToggle } from '#panel/preferences/theme-toggle.tsx'
import { useSignOut } from '#panel/session/use-sign-out.ts'
import { useViewer } from '#panel/session/viewer-context.ts'
import { Button } from '#panel/ui/button.tsx'
import { LeaveDialog } from '#panel/ui/leave-dialog.tsx'
import { unsavedWork } from '#panel/ui/unsaved-work.ts'
import { Wordmark } from '#panel/ui/wordmark.tsx'
import { useText } from '#panel/words/use-text.ts'

interface PanelFrameProps {
  /** Further things to do, in the header before the preferences. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every signed-in screen: the header, and the screen under it. */
export function PanelFrame({ actions, children }: PanelFrameProps) {
  const text = useText()
  return (
    <>
      <a
        href="#main"
        className="sr-only z-popup rounded bg-action px-4 py-2 text-on-action focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {text('frame.skip')}
      </a>
      <header className="sticky top-0 z-header border-b border-hairline bg-surface">
        <div className="mx-auto flex h-15 max-w-[1760px] items-center gap-1 px-8">
          <Link to="/dashboard" aria-label={text('frame.home')} className="mr-auto flex rounded text-action">
            <Wordmark />
          </Link>
          {actions}
          <LanguageToggle />
          <ThemeToggle />
          <span aria-hidden className="mx-3 h-6 w-px bg-hairline" />
          <SignedIn />
        </div>
      </header>
      <main id="main" className="mx-auto max-w-[1760px] px-8 pb-24">
        {children}
      </main>
    </>
  )
}

function SignedIn() {
  const text = useText()
  const viewer = useViewer()
  const { signOut, leaving } = useSignOut()
  const [asking, setAsking] = useState(false)
  const initials = `${viewer.first_name.charAt(0)}${viewer.last_name.charAt(0)}`
  return (
    <div className="flex items-center gap-3">
      <span
        aria-hidden
        className="grid size-8 place-items-center rounded-full bg-action-soft text-caption font-semibold text-action"
      >
        {initials}
      </span>
      <p className="mr-2 text-note leading-4">
        <span className="block font-medium text-ink">
          {viewer.first_name} {viewer.last_name}
        </span>
        <span className="block text-caption text-ink-faint">{text(`role.${viewer.role}`)}</span>
      </p>
      <Button
        look="outline"
        size="small"
        icon={LogOut}
        busy={leaving}
        onClick={() => (unsavedWork.value ? setAsking(true) : signOut())}
      >
        {text('frame.signOut')}
      </Button>
      <LeaveDialog
        open={asking}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          // Answered: the browser need not ask once more.
          unsavedWork.value = false
          setAsking(false)
          void signOut()
        }}
      />
    </div>
  )
}
