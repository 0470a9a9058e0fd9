/** The body of a success: `success: true` beside what the contract names for the call. */
export function ok<T extends object>(body: T): T & { success: true } {
  return { success: true, ...body }
}
