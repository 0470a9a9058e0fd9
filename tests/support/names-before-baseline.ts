/** A list of migrations as long as that of the last version before 1.0.0, which ends as it does. */
export function namesBeforeBaseline(): string[] {
  const earlier = Array.from(
    { length: 45 },
    (_, index) => `${String(index + 1).padStart(4, '0')}-earlier.sql`,
  )
  return [...earlier, '0062-data-plates-of-turbines.sql']
}
