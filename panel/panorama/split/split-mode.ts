/** How two photos are compared: side by side, or one above the other with a movable curtain. */
export const SPLIT_MODES = ['sides', 'curtain'] as const
export type SplitMode = (typeof SPLIT_MODES)[number]
