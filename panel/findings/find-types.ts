import types from '#content/findings/types.json'
import type { FindingSide } from '#domain/finding-type.ts'
import type { Language } from '#domain/language.ts'
import { foldForSearch } from '#domain/turkish.ts'
import { typesFor } from './finding-words.ts'

type Type = (typeof types.types)[number]

/**
 * The types that a typed text finds: first those with a word that begins with it, then those that have it elsewhere. In both, the types
 * of the side are first. An empty text finds all types.
 */
export function findTypes(language: Language, side: FindingSide | undefined, typed: string): Type[] {
  const offered = side ? typesFor(side) : types.types
  const query = foldForSearch(typed)
  if (query === '') return [...offered]
  const names = offered.map((type) => ({ type, name: foldForSearch(type[language]) }))
  const begins = names.filter(({ name }) => ` ${name}`.includes(` ${query}`))
  const others = names.filter((one) => one.name.includes(query) && !begins.includes(one))
  return [...begins, ...others].map(({ type }) => type)
}
