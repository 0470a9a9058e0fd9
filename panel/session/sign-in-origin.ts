import * as z from 'zod'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'

const SignInOrigin = z.object({
  /** The address to go to after signing in. */
  from: z.string().default(PANEL_ADDRESSES.turbines),
  /** The e-mail address that the user has typed already. */
  email: z.string().default(''),
})
/** The router state of the screens outside of the panel frame. */
export type SignInOrigin = z.input<typeof SignInOrigin>

/** Reads the router state; what is missing has its default. */
export function originOf(state: unknown): z.output<typeof SignInOrigin> {
  return SignInOrigin.safeParse(state).data ?? SignInOrigin.parse({})
}
