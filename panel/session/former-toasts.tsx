import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useEffectEvent, useRef } from 'react'
import { closeToasts } from '#panel/ui/layers/toast.tsx'
import { session, sessionEnd } from './stored-session.ts'

/**
 * Closes all toasts when the user signs out, in any tab, and when another user signs in: they name the data of the former user. After a lost
 * session they stay for the same user. It shows nothing itself.
 */
export function FormerToasts() {
  useSignals()
  const userId = session.value?.userId
  const lastUserId = useRef(userId)
  const follow = useEffectEvent((next: number | undefined) => {
    const isLost = next === undefined && sessionEnd.peek() !== null && sessionEnd.peek() !== 'signed-out'
    if (isLost || next === lastUserId.current) return
    lastUserId.current = next
    closeToasts()
  })
  useEffect(() => follow(userId), [userId])
  return null
}
