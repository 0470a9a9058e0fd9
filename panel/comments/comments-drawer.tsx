import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import type { Turbine } from '#domain/turbine.ts'
import { commentsQuery } from '#panel/data/comments.ts'
import { useAddressLayer } from '#panel/ui/address/address-layer.ts'
import { Button, type ButtonVariant } from '#panel/ui/button.tsx'
import { DrawerPopup, useDrawer } from '#panel/ui/dialogs/drawer-popup.tsx'
import { useText } from '#panel/words/use-text.ts'
import { CommentPanel } from './comment-panel.tsx'
import { DraftMark } from './draft-mark.tsx'

const COMMENTS = 'comments'

interface CommentsDrawerProps {
  turbine: Turbine
  /** The style of the button. */
  variant?: ButtonVariant
}

/**
 * The button with the number of comments, and the drawer that it opens (`?panel=comments`). The drawer is not modal, so the user can look
 * at photos while writing about them.
 */
export function CommentsDrawer({ turbine, variant = 'outline' }: CommentsDrawerProps) {
  const text = useText()
  const { value, open, close } = useAddressLayer('panel')
  const { data: comments } = useQuery(commentsQuery(turbine.id))
  const { drawer, isInOtherLayer } = useDrawer()
  const isOpen = value === COMMENTS

  return (
    <Dialog.Root
      open={isOpen}
      modal={false}
      disablePointerDismissal
      onOpenChange={(next, { reason, event }) => {
        if (next) void open(COMMENTS)
        else if (reason !== 'escape-key' || !isInOtherLayer(event.target)) void close()
      }}
    >
      <Dialog.Trigger
        render={
          <Button
            variant={variant}
            icon={MessageSquare}
            data-tooltip={variant === 'onDark' ? text('comments.title') : undefined}
          >
            <span className={variant === 'onDark' ? 'max-xl:sr-only' : undefined}>
              {text('comments.title')}
            </span>
            {comments && (
              <span className={`font-normal tabular-nums ${variant === 'onDark' ? '' : 'text-ink-soft'}`}>
                {comments.length}
              </span>
            )}
            {!isOpen && <DraftMark />}
          </Button>
        }
      />
      <DrawerPopup title={text('comments.title')} closeLabel={text('comments.close')} drawer={drawer}>
        <CommentPanel turbine={turbine} />
      </DrawerPopup>
    </Dialog.Root>
  )
}
