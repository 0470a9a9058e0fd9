import { createContext, useContext } from 'react'
import type { OwnUser } from '#domain/user.ts'

export const CallerContext = createContext<OwnUser | null>(null)

/** The signed-in user, as the server last confirmed it. Only inside `ProtectedRoute`. */
export function useCaller(): OwnUser {
  const caller = useContext(CallerContext)
  if (!caller) throw new Error('useViewer outside of ProtectedRoute')
  return caller
}
