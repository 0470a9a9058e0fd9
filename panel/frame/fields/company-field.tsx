import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { hasPermission } from '#domain/permissions.ts'
import { companiesQuery } from '#panel/data/companies.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { formAddress } from '#panel/ui/address/form-layer.ts'
import { ComboboxField } from '#panel/ui/fields/combobox-field.tsx'
import type { FieldProps } from '#panel/ui/fields/field.tsx'
import { KEEPS_DRAFT } from '#panel/ui/unsaved-work.ts'
import { useText } from '#panel/words/use-text.ts'

/** A company that a record belongs to. */
export interface OwnCompany {
  id: number
  name: string
}

interface CompanyFieldProps extends FieldProps {
  value: number | undefined
  /** The company of the record, which is offered too: it may be the operator's own company, which no list contains. */
  own?: OwnCompany | undefined
  onChange: (id: number) => void
}

/** The field of a form that selects the company of a record. It says when the companies could not be loaded, and loads them again. */
export function CompanyField({ own, className = '', value, onChange, ...field }: CompanyFieldProps) {
  const text = useText()
  const mayAdd = hasPermission(useCaller(), 'company.add')
  const { query, companies } = useCompanyOptions(own)
  return (
    <div className={`min-w-0 ${className}`}>
      <ComboboxField
        {...field}
        value={value}
        onChange={onChange}
        options={companies.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <LoadFailure query={query} title={text('turbine.company.failed')} className="mt-1.5" />
      {query.data && companies.length === 0 && mayAdd && (
        <p className="mt-1.5 text-caption text-ink-soft">
          {text('turbine.company.none')}{' '}
          <Link
            state={KEEPS_DRAFT}
            to={formAddress(PANEL_ADDRESSES.companies, 'add')}
            className="font-medium text-action underline"
          >
            {text('company.add')}
          </Link>
        </p>
      )}
    </div>
  )
}

/** The name of a company, for a record that may belong to `own`; empty if it is not known. */
export function useCompanyName(own: OwnCompany | undefined): (id: number) => string {
  const { companies } = useCompanyOptions(own)
  return (id) => companies.find((company) => company.id === id)?.name ?? ''
}

function useCompanyOptions(own: OwnCompany | undefined) {
  const query = useQuery(companiesQuery)
  const companies: OwnCompany[] = query.data ?? []
  const isListed = own === undefined || companies.some(({ id }) => id === own.id)
  return { query, companies: isListed ? companies : [own, ...companies] }
}
