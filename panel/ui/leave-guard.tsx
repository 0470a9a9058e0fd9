import { useSignals } from '@preact/signals-react/runtime'
import { useBeforeUnload, useBlocker } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { useText } from '#panel/words/use-text.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { answerPendingLeave, pendingLeave, unsavedWork } from './unsaved-work.ts'

/**
 * Asks before a link, Back, signing out, a reload or closing the tab loses unsaved work. There is one inside the router,
 * because the router accepts only one blocker.
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
      // A change of photo, room or search stays on the same screen and loses nothing.
      nextLocation.pathname !== currentLocation.pathname &&
      // Without a session nothing can be saved, so the redirect to the sign-in page must not be blocked.
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
