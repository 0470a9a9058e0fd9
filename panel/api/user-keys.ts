/** Query keys of users, which several features load. */
export const userKeys = {
  list: () => ['users', 'list'] as const,
}
