export const LANGUAGES = ['tr', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
