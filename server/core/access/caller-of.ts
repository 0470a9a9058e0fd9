import type { ApiContext, SignedIn } from '#server/core/env.ts'
import type { SignedInCaller } from './signed-in-caller.ts'

/** The caller, for code beside every route; undefined if the call needs no sign-in or is refused. */
export function callerIfSignedIn(c: ApiContext): SignedInCaller | undefined {
  return (c as unknown as ApiContext<SignedIn>).get('caller')
}

/** The caller, behind a permit that needs a sign-in. @throws without one, which is a bug of the route */
export function callerOf(c: ApiContext): SignedInCaller {
  const caller = callerIfSignedIn(c)
  if (!caller) throw new Error(`${c.req.path} has no caller, because its call needs no sign-in`)
  return caller
}
