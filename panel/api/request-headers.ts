import { language } from '#panel/preferences/language.ts'
import { session } from '#panel/session/stored-session.ts'

/** The headers of every call: who is asking, and the language in which the answer's sentences shall come. */
export function requestHeaders(): Record<string, string> {
  const token = session.value?.token
  return {
    'Accept-Language': language.value,
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  }
}
