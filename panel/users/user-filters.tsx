import { Id } from '#domain/fields.ts'
import { ROLES } from '#domain/permissions.ts'
import { compareNames } from '#domain/text/name-order.ts'
import type { User } from '#domain/user.ts'
import { useUnlistedCompany } from '#panel/data/companies.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import { FilterSelect } from '#panel/ui/fields/filter-select.tsx'
import { useText } from '#panel/words/use-text.ts'

/** The names of the filters in the address. */
export const USER_FILTERS = ['company', 'role', 'status'] as const

const STATUSES = ['active', 'inactive'] as const

/**
 * The filters of the users, in the address as `?company=1&role=operator&status=active`. A value that is not valid counts as absent; a
 * company without users finds nobody.
 */
export function useUserFilters(users: User[]) {
  const { get, change } = useAddressParams()
  const companies = [...new Map(users.map((user) => [user.company_id, user.company_name]))].map(
    ([id, name]) => ({ id, name }),
  )
  const company = Id.safeParse(get('company')).data
  const role = ROLES.find((each) => each === get('role'))
  const status = STATUSES.find((each) => each === get('status'))
  return {
    companies,
    company,
    role,
    status,
    isSet: company !== undefined || role !== undefined || status !== undefined,
    change,
    includes: (user: User) =>
      (company === undefined || user.company_id === company) &&
      (role === undefined || user.role === role) &&
      (status === undefined || user.is_active === (status === 'active')),
  }
}

type Filters = ReturnType<typeof useUserFilters>

/** The lists of the filters. Only those who see several companies filter by company. */
export function UserFilters({ filters }: { filters: Filters }) {
  const text = useText()
  const caller = useCaller()
  const { companies, company, role, status, change } = filters
  const isListed = company === undefined || companies.some(({ id }) => id === company)
  const unlistedCompany = useUnlistedCompany(caller, isListed ? undefined : company)
  return (
    <>
      {(companies.length > 1 || unlistedCompany !== undefined) && (
        <FilterSelect
          label={text('user.company')}
          all={text('filter.allCompanies')}
          value={company?.toString()}
          options={companies
            .toSorted((a, b) => compareNames(a.name, b.name))
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          unlisted={unlistedCompany}
          onChange={(value) => change({ company: value })}
        />
      )}
      <FilterSelect
        label={text('user.role')}
        all={text('filter.allRoles')}
        value={role}
        options={ROLES.map((value) => ({ value, label: text(`role.${value}`) }))}
        onChange={(value) => change({ role: value })}
      />
      <FilterSelect
        label={text('user.status')}
        all={text('filter.allStatuses')}
        value={status}
        options={STATUSES.map((value) => ({ value, label: text(`status.${value}`) }))}
        onChange={(value) => change({ status: value })}
      />
    </>
  )
}
