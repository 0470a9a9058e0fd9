import { Trash2 } from 'lucide-react'
import { FormattedNumber } from 'react-intl'
import { Link } from 'react-router'
import type { Company } from '#domain/company.ts'
import { turbinesOfCompanyAddress, usersOfCompanyAddress } from '#domain/panel-addresses.ts'
import { sortRows, useSortInAddress } from '#panel/ui/address/sort-address.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { Table } from '#panel/ui/tables/table.tsx'
import type { Column } from '#panel/ui/tables/table-column.ts'
import { type Text, useText } from '#panel/words/use-text.ts'

const SORT_KEYS = ['name', 'contact_email', 'phone', 'address', 'turbine_count', 'user_count'] as const

interface CompanyTableProps {
  companies: Company[]
  onEdit: (company: Company) => void
  onDelete: (company: Company) => void
}

/** The companies as a table, sorted as in the address. A row opens the form. */
export default function CompanyTable({ companies, onEdit, onDelete }: CompanyTableProps) {
  const text = useText()
  const { sort, setSort } = useSortInAddress(SORT_KEYS)
  return (
    <Table
      label={text('companies.title')}
      columns={columns(text, onDelete)}
      rows={sortRows(companies, (company) => company[sort.by], sort.descending)}
      rowKey={({ id }) => id}
      onOpenRow={(company) => () => onEdit(company)}
      sort={sort}
      onSort={setSort}
    />
  )
}

interface CountProps {
  n: number
  /** The list of what is counted. */
  address: string
  label: string
  tabIndex: 0 | -1
}

/** A number that leads to its list. Without entries it is no link, because a list that is filtered by a company without entries shows all. */
function Count({ n, address, label, tabIndex }: CountProps) {
  if (n === 0) return <FormattedNumber value={0} />
  return (
    <Link
      to={address}
      tabIndex={tabIndex}
      aria-label={label}
      className="relative -mx-1 rounded px-1 text-action hover:underline"
    >
      <FormattedNumber value={n} />
    </Link>
  )
}

function columns(
  text: Text,
  onDelete: CompanyTableProps['onDelete'],
): (Column<Company> & { id: (typeof SORT_KEYS)[number] | 'actions' })[] {
  return [
    { id: 'name', header: text('company.name'), width: 12, grow: 2, cell: ({ name }) => name },
    {
      id: 'contact_email',
      header: text('company.email'),
      width: 14,
      grow: 2,
      leaves: 2,
      cell: ({ contact_email }) => contact_email,
    },
    { id: 'phone', header: text('company.phone'), width: 9.5, leaves: 3, cell: ({ phone }) => phone },
    {
      id: 'address',
      header: text('company.address'),
      width: 14,
      grow: 3,
      leaves: 4,
      cell: ({ address }) => address,
    },
    {
      id: 'turbine_count',
      header: text('turbines.title'),
      width: 7,
      cell: ({ id, name, turbine_count }, tabIndex) => (
        <Count
          n={turbine_count}
          address={turbinesOfCompanyAddress(id)}
          label={text('company.turbines', { name, n: turbine_count })}
          tabIndex={tabIndex}
        />
      ),
    },
    {
      id: 'user_count',
      header: text('users.title'),
      width: 7.5,
      cell: ({ id, name, user_count }, tabIndex) => (
        <Count
          n={user_count}
          address={usersOfCompanyAddress(id)}
          label={text('company.users', { name, n: user_count })}
          tabIndex={tabIndex}
        />
      ),
    },
    {
      id: 'actions',
      header: text('table.actions'),
      width: 3.75,
      isActions: true,
      cell: (company, tabIndex) => (
        <IconButton
          label={text('company.delete.named', { name: company.name })}
          icon={Trash2}
          tabIndex={tabIndex}
          onClick={() => onDelete(company)}
        />
      ),
    },
  ]
}
