import { useSignalEffect, useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense, useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { useText } from '#panel/words/use-text.ts'
import { answerPendingLeave, pendingLeave, unsavedWork } from './unsaved-work.ts'

const loadDialog = () => import('./confirm-dialog.tsx')
const ConfirmDialog = lazy(async () => ({ default: (await loadDialog()).ConfirmDialog }))

/**
 * Asks before a link, Back, signing out, a reload or closing the tab loses unsaved work. There is one inside the router,
 * because the router accepts only one blocker.
 */
export function LeaveGuard() {
  useSignals()
  const text = useText()
  // Loads before the user leaves, when the network may be gone.
  useSignalEffect(() => {
    if (unsavedWork.value !== null) void loadDialog()
  })
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
  const isAsking = isBlocked || pendingLeave.value !== null
  const [hasAsked, setHasAsked] = useState(false)
  if (isAsking && !hasAsked) setHasAsked(true)
  const { value: work } = unsavedWork
  const kind = work === 'changes' || work === 'annotations' ? (`leave.${work}` as const) : 'leave'

  return (
    hasAsked && (
      <Suspense>
        <ConfirmDialog
          open={isAsking}
          title={text(`${kind}.title`)}
          confirmLabel={text('leave.confirm')}
          cancelLabel={text('leave.stay')}
          onConfirm={() => (isBlocked ? blocker.proceed() : answerPendingLeave(true))}
          onCancel={() => (isBlocked ? blocker.reset() : answerPendingLeave(false))}
        >
          {text(`${kind}.text`)}
        </ConfirmDialog>
      </Suspense>
    )
  )
}
