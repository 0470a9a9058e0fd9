/** The changes that change nothing a test could or should see, by id, each with its reason. */
export const EQUIVALENT: Readonly<Record<string, string>> = {}
