import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { MessageSquare, X } from 'lucide-react'
import { useRef } from 'react'
import type { Turbine } from '#domain/turbine.ts'
import { useAddressLayer } from '#panel/ui/address-layer.ts'
import { Button, type ButtonLook, IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { commentsQuery } from './comment-calls.ts'
import { CommentPanel } from './comment-panel.tsx'
import { DraftMark } from './draft-mark.tsx'

const COMMENTS = 'comments'

interface CommentsDrawerProps {
  turbine: Turbine
  /** The style of the button. */
  look?: ButtonLook
}

/**
 * The button with the number of comments, and the drawer that it opens (`?panel=comments`). The drawer is not modal, so the user can look
 * at photos while writing about them.
 */
export function CommentsDrawer({ turbine, look = 'outline' }: CommentsDrawerProps) {
  const text = useText()
  const { value, open, close } = useAddressLayer('panel')
  const { data: comments } = useQuery(commentsQuery(turbine.id))
  const drawer = useRef<HTMLDivElement>(null)
  const isOpen = value === COMMENTS

  return (
    <Dialog.Root
      open={isOpen}
      modal={false}
      disablePointerDismissal
      onOpenChange={(next, { reason, event }) => {
        if (next) void open(COMMENTS)
        else if (reason !== 'escape-key' || !isInOtherLayer(event.target, drawer.current)) void close()
      }}
    >
      <Dialog.Trigger
        render={
          <Button look={look} icon={MessageSquare}>
            {text('comments.title')}
            {comments && (
              <span className={`font-normal tabular-nums ${look === 'onDark' ? '' : 'text-ink-soft'}`}>
                {comments.length}
              </span>
            )}
            {!isOpen && <DraftMark />}
          </Button>
        }
      />
      <Dialog.Portal>
        <Dialog.Popup
          ref={drawer}
          data-drawer
          initialFocus={drawer}
          className="fixed top-19 right-4 bottom-(--chat-corner) z-drawer flex w-(--drawer) flex-col rounded border border-hairline bg-surface shadow-raised outline-none transition-[translate,opacity] data-ending-style:translate-x-4 data-ending-style:opacity-0 data-starting-style:translate-x-4 data-starting-style:opacity-0"
        >
          <div className="flex items-center justify-between gap-2 border-b border-hairline py-2 pr-2 pl-5">
            <Dialog.Title className="text-title font-semibold tracking-tight text-ink">
              {text('comments.title')}
            </Dialog.Title>
            <Dialog.Close render={<IconButton label={text('comments.close')} icon={X} />} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
            <CommentPanel turbine={turbine} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** True if the key was pressed in another layer than the drawer, for example in the photo viewer. Such a layer handles Escape itself. */
function isInOtherLayer(target: EventTarget | null, drawer: HTMLElement | null): boolean {
  if (!(target instanceof Element) || drawer?.contains(target)) return false
  return target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null
}
