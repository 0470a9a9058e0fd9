import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { readFindingCode } from '#domain/findings/finding-code.ts'
import { findingNumber } from '#domain/findings/finding-rules.ts'
import { type Caller, mayEverywhere } from '#domain/permissions.ts'
import {
  excerptOf,
  FOUND_MAX,
  FOUND_NOTHING,
  type Found,
  type FoundComment,
  type FoundFinding,
  type FoundPhoto,
  isSearched,
  SEARCH_TEXT_MIN,
  searchWords,
} from '#domain/search/found.ts'
import { foldForSearch } from '#domain/text/turkish.ts'
import { FINDING_TYPES } from '#server/features/findings/finding-types.ts'
import { type Findings, selectCode, visibleFindings } from '#server/features/findings/visible-findings.ts'
import { listFoldedTurbines } from '#server/features/turbines/folded-turbines.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { containsFolded, idList } from '#server/infrastructure/database/differing-sql.ts'

const TURBINE_COLUMNS = [
  'turbine.id as turbine_id',
  'turbine.turbine_name',
  'turbine.code as turbine_code',
  'company.name as company_name',
] as const

/** One word, with the turbines whose code or name has it. */
interface SearchedWord {
  word: string
  turbines: number[]
}

/**
 * The visible records with every word of `text`: findings by type, description and code, photos by name, comments by text. A word may also
 * be in the code or the name of the turbine, or be the year, but at least one must be in the record itself.
 */
export async function findEverywhere(db: Reader, caller: Caller, text: string): Promise<Found> {
  const byCode = await findByCode(db, caller, text)
  const words = searchWords(text)
  if (words.join('').length < SEARCH_TEXT_MIN) return { ...FOUND_NOTHING, findings: byCode }
  // A word alone must be in the record.
  const turbines = words.length > 1 ? await listFoldedTurbines(db, caller) : []
  const searched = words.map((word) => ({
    word,
    turbines: turbines.filter(({ folded }) => folded.includes(word)).map(({ id }) => id),
  }))
  const byText = await findByText(db, caller, searched)
  const known = new Set(byCode.map(({ id }) => id))
  return {
    findings: [...byCode, ...byText.filter(({ id }) => !known.has(id))].slice(0, FOUND_MAX),
    photos: await findPhotos(db, caller, searched),
    comments: await findComments(db, caller, searched),
  }
}

async function findByCode(db: Reader, caller: Caller, text: string): Promise<FoundFinding[]> {
  const code = readFindingCode(text)
  if (!code || !isSearched(text)) return []
  return readFindings(selectCode(visibleFindings(db, caller, {}, new Map()), code))
}

async function findByText(db: Reader, caller: Caller, words: SearchedWord[]): Promise<FoundFinding[]> {
  const matching = visibleFindings(db, caller, { sightings: 'newest' }, new Map())
  return readFindings(
    matching.where(
      haveWords(db, words, 'finding', (word) => {
        const types = typesNamed(word)
        const inText = containsFolded(db, 'finding.text', word)
        return types.length > 0 ? sql`(finding.type in (${sql.join(types)}) or ${inText})` : inText
      }),
    ),
  )
}

async function readFindings(findings: Findings): Promise<FoundFinding[]> {
  const rows = await findings
    .select(['finding.id', 'finding.blade', 'finding.side', 'finding.serial', 'finding.kept_number'])
    .select(['finding.type', 'finding.severity', 'finding.year', ...TURBINE_COLUMNS])
    .orderBy('finding.severity', (severity) => severity.desc().nullsLast())
    .orderBy('finding.id', 'desc')
    .limit(FOUND_MAX)
    .execute()
  return rows.map(({ blade, side, serial, kept_number, ...row }) => ({
    ...row,
    number: findingNumber({ blade, side, serial, kept_number }),
  }))
}

/** The types whose Turkish or English name has a word. */
function typesNamed(word: string): string[] {
  const hasWord = ({ tr, en }: { tr: string; en: string }) => foldForSearch(`${tr} \n ${en}`).includes(word)
  return FINDING_TYPES.filter(hasWord).map(({ id }) => id)
}

function findPhotos(db: Reader, caller: Caller, words: SearchedWord[]): Promise<FoundPhoto[]> {
  const query = db
    .selectFrom('photo')
    .innerJoin('turbine', 'turbine.id', 'photo.turbine_id')
    .innerJoin('company', 'company.id', 'turbine.company_id')
    .select(['photo.id', 'photo.original_name', 'photo.year', ...TURBINE_COLUMNS])
    .where(haveWords(db, words, 'photo', (word) => containsFolded(db, 'photo.original_name', word)))
  const visible = mayEverywhere(caller, 'photo.read')
    ? query
    : query.where('turbine.company_id', '=', caller.company_id)
  return visible.orderBy('photo.id', 'desc').limit(FOUND_MAX).execute()
}

async function findComments(db: Reader, caller: Caller, words: SearchedWord[]): Promise<FoundComment[]> {
  const query = db
    .selectFrom('comment')
    .innerJoin('turbine', 'turbine.id', 'comment.turbine_id')
    .innerJoin('company', 'company.id', 'turbine.company_id')
    .select(['comment.id', 'comment.comment', 'comment.user_name', 'comment.created_at'])
    .select(['comment.finding_id', ...TURBINE_COLUMNS])
    .where(haveWords(db, words, 'comment', (word) => containsFolded(db, 'comment.comment', word)))
  const visible = mayEverywhere(caller, 'comment.read')
    ? query
    : query.where('turbine.company_id', '=', caller.company_id)
  const rows = await visible.orderBy('comment.id', 'desc').limit(FOUND_MAX).execute()
  const searched = words.map(({ word }) => word)
  return rows.map(({ comment, ...row }) => ({ ...row, excerpt: excerptOf(comment, searched) }))
}

/** True for records with every word in themselves, their turbine or their year, and at least one in themselves. */
function haveWords(
  db: Reader,
  words: readonly SearchedWord[],
  table: 'finding' | 'photo' | 'comment',
  inRecord: (word: string) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const isAlone = words.length === 1
  const elsewhere = ({ word, turbines }: SearchedWord) => [
    ...(turbines.length > 0 ? [sql`turbine.id in ${idList(db, turbines)}`] : []),
    ...(!isAlone && table !== 'comment' && /^\d{4}$/.test(word)
      ? [sql`${sql.ref(`${table}.year`)} = ${Number(word)}`]
      : []),
  ]
  const conditions = words.map(
    (each) => sql`(${sql.join([...elsewhere(each), inRecord(each.word)], sql` or `)})`,
  )
  // A word that can only be in the record is there already.
  const mayBeElsewhere = !isAlone && words.every((each) => elsewhere(each).length > 0)
  if (mayBeElsewhere)
    conditions.push(
      sql`(${sql.join(
        words.map(({ word }) => inRecord(word)),
        sql` or `,
      )})`,
    )
  return sql`(${sql.join(conditions, sql` and `)})`
}
