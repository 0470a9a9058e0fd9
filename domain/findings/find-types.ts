import { LANGUAGES, type Language } from '#domain/text/language.ts'
import { foldForSearch } from '#domain/text/turkish.ts'
import type { FindingTypes } from './finding-type.ts'

type NamedType = Pick<FindingTypes['types'][number], 'id' | Language>

/** How well a name fits what is typed: it begins with it, a word of it does, it has it elsewhere. */
const RANKS = [0, 1, 2] as const

/**
 * The types that a typed text finds: first those whose name begins with it, then those with a word that does, then those that have it
 * elsewhere. In each of these, the types keep their order. Names of the other language count if no own name fits. An empty text finds all
 * types.
 *
 * @returns `isClear` if one type fits better than all others
 */
export function findTypes<Type extends NamedType>(
  types: readonly Type[],
  language: Language,
  typed: string,
): { found: Type[]; isClear: boolean } {
  const query = foldForSearch(typed)
  if (query === '') return { found: [...types], isClear: false }
  for (const of of [language, ...LANGUAGES.filter((other) => other !== language)]) {
    const groups = RANKS.map((rank) =>
      types.filter((type) => rankOf(foldForSearch(type[of]), query) === rank),
    )
    const found = groups.flat()
    const best = groups.find((group) => group.length > 0)
    if (best) return { found, isClear: best.length === 1 }
  }
  return { found: [], isClear: false }
}

function rankOf(name: string, query: string): (typeof RANKS)[number] | undefined {
  if (name.startsWith(query)) return 0
  if (name.includes(` ${query}`)) return 1
  return name.includes(query) ? 2 : undefined
}
