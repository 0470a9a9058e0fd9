import { useSignals } from '@preact/signals-react/runtime'
import { useBeforeUnload, useBlocker } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { useText } from '#panel/words/use-text.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { answerPendingLeave, pendingLeave, unsavedWork } from './unsaved-work.ts'

/**
 * Asks before unsaved work is lost by a link, Back, signing out, a reload or closing the tab. Stands once, inside the router,
 * which takes no more than one blocker.
 */
export function LeaveGuard() {
  useSignals()
  const text = useText()
  useBeforeUnload((event) => {
    if (unsavedWork.value !== null) event.preventDefault()
  })
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsavedWork.value !== null &&
      // Another photo, room or search of the same screen loses nothing.
      nextLocation.pathname !== currentLocation.pathname &&
      // A lost session leads to the sign-in page, whatever is held: nothing could be saved any more.
      nextLocation.pathname !== PANEL_ADDRESSES.signIn,
  )
  const isBlocked = blocker.state === 'blocked'
  const kind = unsavedWork.value === 'changes' ? 'leave.changes' : 'leave'

  return (
    <ConfirmDialog
      open={isBlocked || pendingLeave.value !== null}
      title={text(`${kind}.title`)}
      confirmLabel={text('leave.confirm')}
      cancelLabel={text('leave.stay')}
      onConfirm={() => (isBlocked ? blocker.proceed() : answerPendingLeave(true))}
      onCancel={() => (isBlocked ? blocker.reset() : answerPendingLeave(false))}
    >
      {text(`${kind}.text`)}
    </ConfirmDialog>
  )
}
