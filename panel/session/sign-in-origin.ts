import * as z from 'zod'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'

const SignInOrigin = z.object({ from: z.string() })
/** The router state of the sign-in page: the address to return to after signing in. */
export type SignInOrigin = z.infer<typeof SignInOrigin>

export function originOf(state: unknown): string {
  return SignInOrigin.safeParse(state).data?.from ?? PANEL_ADDRESSES.turbines
}
