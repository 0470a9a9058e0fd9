import { Trash2 } from 'lucide-react'
import { FormattedNumber, useIntl } from 'react-intl'
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
  const { locale } = useIntl()
  const { sort, setSort } = useSortInAddress(SORT_KEYS)
  return (
    <Table
      label={text('companies.title')}
      columns={columns(text, onDelete)}
      rows={sortRows(companies, (company) => company[sort.by], sort.descending, locale)}
      rowKey={({ id }) => id}
      onOpenRow={(company) => () => onEdit(company)}
      sort={sort}
      onSort={setSort}
    />
  )
}

const COUNT_CLASS = 'relative -mx-1 rounded px-1 text-action hover:underline'

function columns(
  text: Text,
  onDelete: CompanyTableProps['onDelete'],
): (Column<Company> & { id: (typeof SORT_KEYS)[number] })[] {
  return [
    { id: 'name', header: text('company.name'), cell: ({ name }) => <span title={name}>{name}</span> },
    {
      id: 'contact_email',
      header: text('company.email'),
      width: 'w-[18%]',
      cell: ({ contact_email }) => <span title={contact_email}>{contact_email}</span>,
    },
    { id: 'phone', header: text('company.phone'), width: 'w-40', cell: ({ phone }) => phone },
    {
      id: 'address',
      header: text('company.address'),
      width: 'w-[26%]',
      isWide: true,
      cell: ({ address }) => <span title={address}>{address}</span>,
    },
    {
      id: 'turbine_count',
      header: text('turbines.title'),
      width: 'w-28',
      cell: ({ id, name, turbine_count }, tabIndex) => (
        <Link
          to={turbinesOfCompanyAddress(id)}
          tabIndex={tabIndex}
          aria-label={text('company.turbines', { name, n: turbine_count })}
          className={COUNT_CLASS}
        >
          <FormattedNumber value={turbine_count} />
        </Link>
      ),
    },
    {
      id: 'user_count',
      header: text('users.title'),
      width: 'w-40',
      cell: (company, tabIndex) => (
        <span className="flex items-center justify-between">
          <Link
            to={usersOfCompanyAddress(company.id)}
            tabIndex={tabIndex}
            aria-label={text('company.users', { name: company.name, n: company.user_count })}
            className={COUNT_CLASS}
          >
            <FormattedNumber value={company.user_count} />
          </Link>
          <IconButton
            label={text('company.delete.named', { name: company.name })}
            icon={Trash2}
            tabIndex={tabIndex}
            onClick={() => onDelete(company)}
            className="relative"
          />
        </span>
      ),
    },
  ]
}
