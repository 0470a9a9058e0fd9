import * as z from 'zod'

const SignInOrigin = z.object({ from: z.string() })
/** The router state that the sign-in page gets: the address to go back to. */
export type SignInOrigin = z.infer<typeof SignInOrigin>

export function originOf(state: unknown): string {
  return SignInOrigin.safeParse(state).data?.from ?? '/dashboard'
}
