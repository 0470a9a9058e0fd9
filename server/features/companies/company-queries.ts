import type { InferResult } from 'kysely'
import { type Company, type CompanyChange, CompanyFields } from '#domain/company.ts'
import { OPERATOR_COMPANY_ID } from '#domain/limits.ts'
import { type Caller, mayEverywhere } from '#domain/permissions.ts'
import { compareNames } from '#domain/text/name-order.ts'
import { foldName } from '#domain/text/turkish.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { refuseViolation } from '#server/infrastructure/database/refuse-violation.ts'
import { requestCompleteErasure } from '#server/infrastructure/database/sqlite/erasure.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

const COLUMNS = Object.keys(CompanyFields.shape) as (keyof CompanyFields)[]

/** The companies visible to the caller, in Turkish order. Superadmins do not see the operator's company here. */
export async function listCompanies(db: Reader, caller: Caller): Promise<Company[]> {
  const companies = await visibleCompanies(db, caller)
    .$if(mayEverywhere(caller, 'company.read'), (query) =>
      query.where('company.id', '!=', OPERATOR_COMPANY_ID),
    )
    .execute()
  return companies.map(asCompany).sort((a, b) => compareNames(a.name, b.name))
}

/** @throws ApiError `company_not_found` if it does not exist or the caller may not see it */
export async function getCompany(db: Reader, caller: Caller, id: number): Promise<Company> {
  const row = await visibleCompanies(db, caller).where('company.id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('company_not_found')
  return asCompany(row)
}

export async function companyExists(db: Reader, id: number): Promise<boolean> {
  return (await db.selectFrom('company').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** @returns the id of the new company @throws ApiError `company_name_taken` */
export async function insertCompany(db: Writer, fields: CompanyFields): Promise<number> {
  const now = new Date().toISOString()
  const { id } = await refuseViolation('unique', 'company_name_taken', () =>
    db
      .insertInto('company')
      .values({ ...asColumns(fields), name_folded: foldName(fields.name), created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

/** @throws ApiError `company_name_taken` */
export async function updateCompany(db: Writer, id: number, change: CompanyChange): Promise<void> {
  const name_folded = change.name === undefined ? {} : { name_folded: foldName(change.name) }
  await refuseViolation('unique', 'company_name_taken', () =>
    db
      .updateTable('company')
      .set(({ eb }) => ({
        ...asColumns(change),
        ...name_folded,
        updated_at: new Date().toISOString(),
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', id)
      .execute(),
  )
  // For good: a company that allows links again does not revive the former ones.
  if (change.links_allowed === false) {
    const revoked_at = new Date().toISOString()
    await db
      .updateTable('link')
      .set({ revoked_at })
      .where('company_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute()
  }
}

/** @throws ApiError `company_not_empty` if it has turbines or users */
export async function deleteCompany(db: Writer, id: number): Promise<void> {
  await refuseViolation('foreign key', 'company_not_empty', () =>
    db.deleteFrom('company').where('id', '=', id).execute(),
  )
  await requestCompleteErasure(db)
}

/** SQLite has no booleans. */
const BIT_COLUMNS = ['review_required', 'second_factor_required', 'links_allowed'] as const
type BitColumn = (typeof BIT_COLUMNS)[number]

function asColumns<Fields extends CompanyChange>(fields: Fields) {
  const bits = BIT_COLUMNS.filter((name) => fields[name] !== undefined).map((name) => [
    name,
    fields[name] ? 1 : 0,
  ])
  return { ...fields, ...Object.fromEntries(bits) } as Omit<Fields, BitColumn> & {
    [Name in BitColumn]?: 0 | 1
  }
}

function asCompany(row: InferResult<ReturnType<typeof visibleCompanies>>[number]): Company {
  const bits = BIT_COLUMNS.map((name) => [name, row[name] === 1])
  return { ...row, ...(Object.fromEntries(bits) as Record<BitColumn, boolean>) }
}

function visibleCompanies(db: Reader, caller: Caller) {
  return db
    .selectFrom('company')
    .select(['id', 'revision', ...COLUMNS])
    .select(({ selectFrom, fn }) => [
      selectFrom('user')
        .select(fn.countAll<number>().as('count'))
        .whereRef('user.company_id', '=', 'company.id')
        .$asScalar()
        .$notNull()
        .as('user_count'),
      selectFrom('turbine')
        .select(fn.countAll<number>().as('count'))
        .whereRef('turbine.company_id', '=', 'company.id')
        .$asScalar()
        .$notNull()
        .as('turbine_count'),
    ])
    .$if(!mayEverywhere(caller, 'company.read'), (query) => query.where('company.id', '=', caller.company_id))
}
