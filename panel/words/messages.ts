import tr from '#content/panel/tr.json'

/** The name of a text in `content/panel/`. */
export type MessageId = keyof typeof tr

export type Messages = Record<MessageId, string>

export const TURKISH: Messages = tr
