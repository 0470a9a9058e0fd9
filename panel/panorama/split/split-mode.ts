/** How two photos are compared: side by side, or one behind a curtain over the other. */
export const SPLIT_MODES = ['sides', 'curtain'] as const
export type SplitMode = (typeof SPLIT_MODES)[number]
