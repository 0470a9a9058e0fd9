import { createContext, useContext } from 'react'
import type { OwnUser } from '#domain/user.ts'

export const ViewerContext = createContext<OwnUser | null>(null)

/** The signed-in user, as the server last confirmed it. Only inside `ProtectedRoute`. */
export function useViewer(): OwnUser {
  const viewer = useContext(ViewerContext)
  if (!viewer) throw new Error('useViewer outside of ProtectedRoute')
  return viewer
}
