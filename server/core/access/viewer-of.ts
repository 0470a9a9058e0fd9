import type { ApiContext, SignedIn } from '#server/core/env.ts'
import type { SignedInViewer } from './sessions.ts'

/** The viewer, for code beside every route; undefined if the call needs no sign-in or is refused. */
export function viewerIfSignedIn(c: ApiContext): SignedInViewer | undefined {
  return (c as unknown as ApiContext<SignedIn>).get('viewer')
}

/** The viewer, behind a permit that needs a sign-in. @throws without one, which is a bug of the route */
export function viewerOf(c: ApiContext): SignedInViewer {
  const viewer = viewerIfSignedIn(c)
  if (!viewer) throw new Error(`${c.req.path} has no viewer, because its call needs no sign-in`)
  return viewer
}
