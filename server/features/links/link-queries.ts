import { createHash, randomBytes } from 'node:crypto'
import type { InferResult } from 'kysely'
import type { Link, LinkDraft } from '#domain/inspections/link.ts'
import { LINK_PLACES_MAX, LINKS_PER_TURBINE } from '#domain/limits.ts'
import { type Caller, mayEverywhere } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { findNewestVersion } from '#server/features/inspections/dossiers/dossier-versions.ts'
import { findReport } from '#server/features/reports/report-queries.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { shownTo } from '#server/records/published-rows.ts'

/** Length of a secret, in bytes: 192 random bits cannot be guessed. */
const SECRET_BYTES = 24
const DAY_MS = 24 * 60 * 60 * 1000

/** What a link shows is for people outside of the company, so it is at most what customers see. */
const READER = 'customer'

/** The living links that the caller may see, newest first. */
export async function listLinks(db: Reader, caller: Caller, turbineId?: number): Promise<Link[]> {
  const rows = await visibleLinks(db, caller)
    .$if(turbineId !== undefined, (query) => query.where('link.turbine_id', '=', turbineId as number))
    .orderBy('link.id', 'desc')
    .execute()
  return rows.map(asLink)
}

/** @throws ApiError `link_not_found` if it has ended or the caller may not see it */
export async function getLink(db: Reader, caller: Caller, id: number): Promise<Link> {
  const row = await visibleLinks(db, caller).where('link.id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('link_not_found')
  return asLink(row)
}

/**
 * Adds a link to what is published.
 *
 * @returns its secret, of which only the SHA-256 is stored
 * @throws ApiError `links_not_allowed`, `version_not_found`, `report_not_found`, `too_many_links`
 */
export async function insertLink(
  transaction: Writer,
  caller: Caller & { first_name: string; last_name: string },
  turbine: Turbine,
  draft: LinkDraft,
  passwordHash: string | null,
  now = Date.now(),
): Promise<{ id: number; secret: string }> {
  const company = await transaction
    .selectFrom('company')
    .select('links_allowed')
    .where('id', '=', turbine.company_id)
    .executeTakeFirstOrThrow()
  if (company.links_allowed !== 1) throw new ApiError('links_not_allowed')
  const year = await requirePublished(transaction, turbine.id, draft)
  if ((await listLinks(transaction, caller, turbine.id)).length >= LINKS_PER_TURBINE)
    throw new ApiError('too_many_links')
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const { id } = await transaction
    .insertInto('link')
    .values({
      secret_sha256: sha256(secret),
      company_id: turbine.company_id,
      turbine_id: turbine.id,
      year,
      report_id: draft.kind === 'report' ? draft.report_id : null,
      user_id: caller.id,
      user_name: `${caller.first_name} ${caller.last_name}`.trim(),
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + draft.days * DAY_MS).toISOString(),
      password_hash: passwordHash,
      originals: draft.originals ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, secret }
}

/** @returns the year of the inspection or the report */
async function requirePublished(db: Reader, turbineId: number, draft: LinkDraft): Promise<number> {
  if (draft.kind === 'inspection') {
    if (!(await findNewestVersion(db, turbineId, draft.year))) throw new ApiError('version_not_found')
    return draft.year
  }
  const report = await findReport(shownTo(READER, db), turbineId, draft.report_id)
  if (!report) throw new ApiError('report_not_found')
  return report.year
}

export async function revokeLink(transaction: Writer, id: number): Promise<void> {
  const revoked_at = new Date().toISOString()
  await transaction.updateTable('link').set({ revoked_at }).where('id', '=', id).execute()
}

/**
 * The link of a secret and what it shows now. Every request asks for it, so that an ended link shows nothing more.
 *
 * @throws ApiError `link_not_found` if there is none, if it has expired or was revoked, if its company allows no links, or if nothing is
 *   published
 */
export async function getLivingLink(db: Reader, secret: string, now = Date.now()) {
  const link = await livingLinks(db, now)
    .innerJoin('company', 'company.id', 'link.company_id')
    .select(['link.id', 'link.turbine_id', 'link.year', 'link.report_id', 'link.expires_at'])
    .select(['link.password_hash', 'link.originals', 'link.company_id', 'link.places'])
    .select(['turbine.turbine_name', 'turbine.code', 'turbine.blade_length'])
    .where('link.secret_sha256', '=', sha256(secret))
    .where('company.links_allowed', '=', 1)
    .executeTakeFirst()
  if (!link) throw new ApiError('link_not_found')
  if (link.report_id !== null) {
    const report = await findReport(shownTo(READER, db), link.turbine_id, link.report_id)
    if (!report) throw new ApiError('link_not_found')
    return { ...link, version: undefined }
  }
  const version = await findNewestVersion(db, link.turbine_id, link.year)
  if (!version) throw new ApiError('link_not_found')
  return { ...link, version: { id: version.id, number: version.version } }
}

export type LivingLink = Awaited<ReturnType<typeof getLivingLink>>

/** Counts an opening. @returns true if it is the first one of the place */
export async function countOpening(transaction: Writer, link: LivingLink, place: string): Promise<boolean> {
  const places = JSON.parse(link.places) as string[]
  const isNew = !places.includes(place) && places.length < LINK_PLACES_MAX
  await transaction
    .updateTable('link')
    .set(({ eb }) => ({
      opened: eb('opened', '+', 1),
      last_opened_at: new Date().toISOString(),
      ...(isNew && { places: JSON.stringify([...places, place]) }),
    }))
    .where('id', '=', link.id)
    .execute()
  return isNew
}

/** The files of a link that shows a photo of a finding of its version; undefined for every other photo. */
export function findSharedPhoto(db: Reader, { version }: LivingLink, id: number) {
  if (!version) return undefined
  return db
    .selectFrom('published_finding')
    .innerJoin('photo', 'photo.id', 'published_finding.photo_id')
    .select(['photo.key', 'photo.media_type', 'photo.sha256', 'photo.width', 'photo.original_name'])
    .where('published_finding.version_id', '=', version.id)
    .where('photo.id', '=', id)
    .executeTakeFirst()
}

/** The published reports of a link: its own one, or those of its version. */
export function sharedReports(db: Reader, link: LivingLink) {
  const reports = shownTo(READER, db)
    .selectFrom('report')
    .select(['id', 'key', 'original_filename', 'sha256', 'file_size_bytes', 'language'])
    .where('turbine_id', '=', link.turbine_id)
  if (link.version === undefined) return reports.where('id', '=', link.report_id)
  return reports.where('year', '=', link.year).where('inspection_version', '=', link.version.number)
}

/** Links that were neither revoked nor have expired. One whose turbine has another company now is dead. */
function livingLinks(db: Reader, now = Date.now()) {
  return db
    .selectFrom('link')
    .innerJoin('turbine', (join) =>
      join.onRef('turbine.id', '=', 'link.turbine_id').onRef('turbine.company_id', '=', 'link.company_id'),
    )
    .where('link.revoked_at', 'is', null)
    .where('link.expires_at', '>', new Date(now).toISOString())
}

function visibleLinks(db: Reader, caller: Caller) {
  return livingLinks(db)
    .select(['link.id', 'link.turbine_id', 'link.year', 'link.report_id', 'link.user_name'])
    .select(['link.created_at', 'link.expires_at', 'link.password_hash', 'link.originals'])
    .select(['link.opened', 'link.last_opened_at', 'link.places'])
    .$if(!mayEverywhere(caller, 'link.read'), (query) =>
      query.where('link.company_id', '=', caller.company_id),
    )
}

function asLink(row: InferResult<ReturnType<typeof visibleLinks>>[number]): Link {
  const { password_hash, originals, places, ...rest } = row
  return {
    ...rest,
    kind: row.report_id === null ? 'inspection' : 'report',
    has_password: password_hash !== null,
    originals: originals === 1,
    places: JSON.parse(places) as string[],
  }
}

function sha256(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
