import { type PrimitiveType, useIntl } from 'react-intl'
import type { MessageId } from './messages.ts'

export type Text = (id: MessageId, values?: Record<string, PrimitiveType>) => string

/** Returns the texts of `content/panel/` in the chosen language. */
export function useText(): Text {
  const intl = useIntl()
  return (id, values) => intl.formatMessage({ id }, values)
}
