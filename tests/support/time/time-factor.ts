/** The limits of time that a test may ask for. */
const LIMITS = ['STALL_SECONDS', 'STORE_SECONDS']

/**
 * The `TIME_FACTOR` of a server in the tests: a machine that is ten times as slow must not look like a service that is away. A test that asks
 * for a limit gets just that.
 */
export function timeFactor(env: Record<string, string>): string {
  return LIMITS.some((name) => env[name] !== undefined) ? '1' : '10'
}
