import { useSignals } from '@preact/signals-react/runtime'
import { LayoutGrid, LogOut, PanelLeft } from 'lucide-react'
import { Link } from 'react-router'
import { PANEL_ADDRESSES, turbineAddress } from '#domain/panel-addresses.ts'
import { may } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { CommentsDrawer } from '#panel/comments/comments-drawer.tsx'
import { FindingsDrawer } from '#panel/findings/marks/findings-drawer.tsx'
import { MarkButton, MarksToggle } from '#panel/findings/marks/mark-tools.tsx'
import { WaitingPill } from '#panel/findings/waiting/waiting-pill.tsx'
import { useSignOut } from '#panel/outbox/use-sign-out.ts'
import { AnnotationButton } from '#panel/panorama/annotations/annotation-button.tsx'
import type { AnnotationEditor } from '#panel/panorama/annotations/annotation-editor.ts'
import { AsPhotographedButton } from '#panel/panorama/as-photographed-button.tsx'
import type { PanoramaView } from '#panel/panorama/view/panorama-view.ts'
import { ViewButtons } from '#panel/panorama/view-buttons.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { turbineTitle } from '#panel/turbine-list/turbine-title.ts'
import { Button, buttonClass, IconButton } from '#panel/ui/button.tsx'
import { roomName } from '#panel/words/room-name.ts'
import { useText } from '#panel/words/use-text.ts'
import { bladeName, type PanoramaPlace } from './panorama-place.ts'
import { SIDEBAR_ID } from './panorama-sidebar.tsx'
import { isSidebarOpen, setSidebarOpen } from './sidebar-choice.ts'

interface PanoramaBarProps {
  turbine: Turbine
  place: PanoramaPlace
  /** The photo of another year in the split view. */
  beside: Photo | undefined
  view: PanoramaView | undefined
  editor: AnnotationEditor
  onFullScreen: () => void
}

/** The bar above the picture: the current place, the buttons for the view, and the links to other screens. */
export function PanoramaBar({ turbine, place, beside, view, editor, onFullScreen }: PanoramaBarProps) {
  useSignals()
  const text = useText()
  const { signOut, leaving } = useSignOut()
  const mayMark = may(useCaller(), 'finding.add', turbine.company_id)
  const { blade, room, photo } = place
  const where = [bladeName(text, blade), roomName(text, room), photo?.originalName].filter(Boolean)
  return (
    <header
      data-controls
      className="pointer-events-auto absolute inset-x-0 top-0 flex h-15 items-center gap-1 bg-lightbox/85 px-4"
    >
      <IconButton
        onDark
        label={text('panorama.sidebar')}
        icon={PanelLeft}
        aria-expanded={isSidebarOpen.value}
        aria-controls={SIDEBAR_ID}
        aria-keyshortcuts="M"
        onClick={() => setSidebarOpen(!isSidebarOpen.value)}
      />
      <div className="mr-auto ml-2 min-w-0">
        <h1 className="truncate text-lead leading-5 font-medium">
          <Link to={turbineAddress(turbine.id)} className="rounded hover:underline">
            {turbineTitle(text, turbine)}
          </Link>
        </h1>
        <p className="truncate text-note text-lightbox-ink-soft">{where.join('  ·  ')}</p>
      </div>
      <WaitingPill />
      {photo && <MarksToggle />}
      {photo && mayMark && <MarkButton />}
      <AnnotationButton editor={editor} />
      <AsPhotographedButton
        turbineId={turbine.id}
        photoIds={[photo, beside].flatMap((shown) => shown?.id ?? [])}
      />
      <ViewButtons view={view} onFullScreen={onFullScreen} />
      <span aria-hidden className="mx-1 h-5 w-px bg-lightbox-raised max-xl:hidden" />
      {photo && <FindingsDrawer photo={photo} />}
      <CommentsDrawer turbine={turbine} variant="onDark" />
      <Link
        to={PANEL_ADDRESSES.turbines}
        data-tooltip={text('panorama.dashboard')}
        className={buttonClass('onDark')}
      >
        <LayoutGrid aria-hidden className="size-4" />
        <span className="max-xl:sr-only">{text('panorama.dashboard')}</span>
      </Link>
      <Button
        variant="onDark"
        icon={LogOut}
        busy={leaving}
        onClick={signOut}
        data-tooltip={text('frame.signOut')}
      >
        {/* In a narrow window the name of the turbine has the room. */}
        <span className="max-xl:sr-only">{text('frame.signOut')}</span>
      </Button>
    </header>
  )
}
