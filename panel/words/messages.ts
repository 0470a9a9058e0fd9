import type { MessageFormatElement } from 'react-intl'
import type tr from '#content/panel/tr.json'

/** The name of a text in `content/panel/`. */
export type MessageId = keyof typeof tr

/** Texts of one language. The build has parsed those with values, because the parser is larger than the texts of a screen. */
export type Messages = Partial<Record<MessageId, string | MessageFormatElement[]>>
