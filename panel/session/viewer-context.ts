import { createContext, useContext } from 'react'
import type { User } from '#domain/user.ts'

export const ViewerContext = createContext<User | null>(null)

/** Who is signed in, as the server last confirmed it. Only inside `ProtectedRoute`. */
export function useViewer(): User {
  const viewer = useContext(ViewerContext)
  if (!viewer) throw new Error('useViewer outside of ProtectedRoute')
  return viewer
}
