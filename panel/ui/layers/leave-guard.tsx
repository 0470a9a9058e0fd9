import { useSignalEffect, useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useBeforeUnload, useBlocker, useLocation } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import {
  answerPendingLeave,
  discardWorkLeftBy,
  losesOnClose,
  pendingLeave,
  unsavedWork,
  workLeftBy,
} from '#panel/ui/unsaved-work.ts'
import { useText } from '#panel/words/use-text.ts'

const ConfirmDialog = lazyDialog(async () => {
  const dialog = await import('#panel/ui/dialogs/confirm-dialog.tsx')
  return { default: dialog.ConfirmDialog }
})

/**
 * Asks before a link, Back, signing out, a reload or closing the tab loses unsaved work. There is one inside the router,
 * because the router accepts only one blocker.
 */
export function LeaveGuard() {
  useSignals()
  const text = useText()
  // Loads before the user leaves, when the network may be gone.
  useSignalEffect(() => {
    if (unsavedWork.value !== null) ConfirmDialog.preload()
  })
  useBeforeUnload((event) => {
    if (losesOnClose()) event.preventDefault()
  })
  const location = useLocation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      workLeftBy(currentLocation, nextLocation) !== null &&
      // Without a session nothing can be saved, so the redirect to the sign-in page must not be blocked.
      nextLocation.pathname !== PANEL_ADDRESSES.signIn,
  )
  const isBlocked = blocker.state === 'blocked'
  const work = isBlocked ? workLeftBy(location, blocker.location) : pendingLeave.value?.work
  // The question keeps its words while it closes.
  const [asked, setAsked] = useState<NonNullable<typeof work>>()
  if (work && work !== asked) setAsked(work)

  function agree() {
    if (!isBlocked) return answerPendingLeave(true)
    discardWorkLeftBy(location, blocker.location)
    blocker.proceed()
  }

  function stay() {
    if (isBlocked) blocker.reset()
    else answerPendingLeave(false)
  }

  return (
    asked && (
      <ConfirmDialog
        open={isBlocked || pendingLeave.value !== null}
        title={text(`leave.${asked}.title`)}
        confirmLabel={text(asked === 'storedFiles' ? 'leave.storedFiles.confirm' : 'leave.confirm')}
        tone={asked === 'files' || asked === 'unstoredFiles' ? 'neutral' : 'danger'}
        cancelLabel={text('leave.stay')}
        onConfirm={agree}
        onCancel={stay}
        // The question could not be shown, which is no agreement.
        onClose={() => {
          stay()
          setAsked(undefined)
        }}
      >
        {text(`leave.${asked}.text`)}
      </ConfirmDialog>
    )
  )
}
