/** Query keys of companies, which several features load. */
export const companyKeys = {
  list: () => ['companies', 'list'] as const,
}
