import { useSignalEffect, useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { type Location, useBeforeUnload, useBlocker, useLocation } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { useNavigateHere } from '#panel/ui/address/use-navigate-here.ts'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import {
  answerPendingLeave,
  discardWorkLeftBy,
  KEEPS_DRAFT,
  losesOnClose,
  pendingLeave,
  type StoredKind,
  type UnsavedWork,
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
      nextLocation.state !== KEEPS_DRAFT &&
      // Without a session nothing can be saved, so the redirect to the sign-in page must not be blocked.
      nextLocation.pathname !== PANEL_ADDRESSES.signIn,
  )
  const navigate = useNavigateHere()
  // The router forgets what it blocks when the page changes its own address, for example its section after a scroll. The question stays.
  const [blocked, setBlocked] = useState<{ from: string; to: Location; answered?: true }>()
  if (blocker.state === 'blocked' && blocker.location !== blocked?.to) {
    setBlocked({ from: location.pathname, to: blocker.location })
  } else if (blocked && blocked.from !== location.pathname) setBlocked(undefined)
  const isBlocked = blocked !== undefined && !blocked.answered
  const work = isBlocked ? workLeftBy(location, blocked.to) : pendingLeave.value?.work
  // The question keeps its words while it closes.
  const [asked, setAsked] = useState<NonNullable<typeof work>>()
  if (work && work !== asked) setAsked(work)

  function agree() {
    if (!isBlocked) return answerPendingLeave(true)
    setBlocked({ ...blocked, answered: true })
    discardWorkLeftBy(location, blocked.to)
    if (blocker.state === 'blocked') blocker.proceed()
    else void navigate(blocked.to, { state: blocked.to.state })
  }

  function stay() {
    if (!isBlocked) return answerPendingLeave(false)
    setBlocked({ ...blocked, answered: true })
    if (blocker.state === 'blocked') blocker.reset()
  }

  return (
    asked && (
      <ConfirmDialog
        open={isBlocked || pendingLeave.value !== null}
        title={text(`leave.${asked}.title`)}
        confirmLabel={text(isStored(asked) ? `leave.${asked}.confirm` : 'leave.confirm')}
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

function isStored(asked: UnsavedWork | StoredKind): asked is StoredKind {
  return asked.startsWith('stored')
}
