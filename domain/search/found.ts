import * as z from 'zod'
import { unlessEmpty } from '#domain/fields.ts'
import { readFindingCode } from '#domain/findings/finding-code.ts'
import { NamedFinding } from '#domain/findings/named-finding.ts'
import { line } from '#domain/text/text.ts'
import { foldForSearch } from '#domain/text/turkish.ts'

/** Longest text of a search over several turbines, in characters. */
const SEARCH_MAX_LENGTH = 100
/** Maximum words of a search. Each is a condition of the statement. */
const SEARCH_WORDS_MAX = 8
/** Shortest searched code of a finding, in letters: `A` begins those of a third of them. */
const CODE_MIN = 2
/** Shortest searched text, in letters. A shorter one is a part of most texts. */
export const SEARCH_TEXT_MIN = 3
/** Maximum records of a kind that a search finds. */
export const FOUND_MAX = 10
/** Maximum letters of a found text. */
export const EXCERPT_MAX_LENGTH = 120

/** The query of `GET /search`. */
export const SearchQuery = z.object({ q: unlessEmpty(line(SEARCH_MAX_LENGTH).optional()) })

const place = {
  turbine_id: z.int().positive(),
  turbine_name: z.string(),
  turbine_code: z.string(),
  company_name: z.string(),
}

export const FoundFinding = NamedFinding.extend({ ...place, year: z.int() })
export type FoundFinding = z.infer<typeof FoundFinding>

export const FoundPhoto = z.object({
  id: z.int().positive(),
  original_name: z.string(),
  year: z.int(),
  ...place,
})
export type FoundPhoto = z.infer<typeof FoundPhoto>

export const FoundComment = z.object({
  id: z.int().positive(),
  /** The part of the comment with the first searched word. */
  excerpt: z.string(),
  user_name: z.string(),
  created_at: z.iso.datetime(),
  /** Null for a comment about the turbine. */
  finding_id: z.int().positive().nullable(),
  ...place,
})
export type FoundComment = z.infer<typeof FoundComment>

/** What a search finds, at most `FOUND_MAX` of each kind. */
export const Found = z.object({
  findings: z.array(FoundFinding),
  photos: z.array(FoundPhoto),
  comments: z.array(FoundComment),
})
export type Found = z.infer<typeof Found>

export const FOUND_NOTHING: Found = { findings: [], photos: [], comments: [] }

/** True for a text that the server searches: it is long enough, or begins the code of a finding. */
export function isSearched(text: string): boolean {
  const letters = searchWords(text).join('').length
  return letters >= SEARCH_TEXT_MIN || (letters >= CODE_MIN && readFindingCode(text) !== undefined)
}

/** The folded words of a search; none if there are too many. */
export function searchWords(text: string): string[] {
  const words = foldForSearch(text)
    .split(/[\s·]+/)
    .filter(Boolean)
  return words.length > SEARCH_WORDS_MAX ? [] : words
}

/** The part of a text around the first of `words` that it has, on one line. */
export function excerptOf(text: string, words: readonly string[]): string {
  const onOneLine = text.replaceAll(/\s+/g, ' ').trim()
  if (onOneLine.length <= EXCERPT_MAX_LENGTH) return onOneLine
  const folded = foldForSearch(onOneLine)
  const places = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0)
  const begin = Math.max(0, Math.min(...places, onOneLine.length) - EXCERPT_MAX_LENGTH / 4)
  const start = Math.min(begin, onOneLine.length - EXCERPT_MAX_LENGTH)
  const part = onOneLine.slice(start, start + EXCERPT_MAX_LENGTH - 2).trim()
  return `${start > 0 ? '…' : ''}${part}${start + EXCERPT_MAX_LENGTH - 2 < onOneLine.length ? '…' : ''}`
}
