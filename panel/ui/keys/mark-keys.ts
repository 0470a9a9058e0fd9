/** What a drag or a click on the photo draws. */
export const MARK_TOOLS = ['box', 'polygon', 'reference'] as const
export type MarkTool = (typeof MARK_TOOLS)[number]

/** The keys of the tools, as `KeyboardEvent.key` in lower case. No other tool of the lightbox and of the 360° view has them. */
export const MARK_TOOL_KEYS: Record<MarkTool, string> = { box: 'x', polygon: 'g', reference: 'u' }
/** Draws another finding of the last kind. */
export const REPEAT_KEY = 'n'
/** Shows the list of all keys. */
export const KEYS_KEY = '?'
/** Hides and shows the marks. */
export const HIDE_KEY = 'j'
/** Says in the lightbox and in the 360° view that nothing was found on the photo, and shows the next one. */
export const LOOK_KEY = 'v'
