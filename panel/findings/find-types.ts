import types from '#content/findings/types.json'
import type { FindingSide } from '#domain/findings/finding-type.ts'
import type { Language } from '#domain/text/language.ts'
import { foldForSearch } from '#domain/text/turkish.ts'
import { typesFor } from '#panel/words/finding-words.ts'

type Type = (typeof types.types)[number]

/**
 * The types that a typed text finds: first those whose name begins with it, then those with a word that does, then those that have it
 * elsewhere. In each of these, the types of the side are first. An empty text finds all types.
 */
export function findTypes(language: Language, side: FindingSide | undefined, typed: string): Type[] {
  const offered = side ? typesFor(side) : types.types
  const query = foldForSearch(typed)
  if (query === '') return [...offered]
  const rank = (type: Type) => {
    const name = foldForSearch(type[language])
    if (name.startsWith(query)) return 0
    if (name.includes(` ${query}`)) return 1
    return name.includes(query) ? 2 : undefined
  }
  const ranks = new Map(offered.map((type) => [type, rank(type)]))
  return [0, 1, 2].flatMap((wanted) => offered.filter((type) => ranks.get(type) === wanted))
}
