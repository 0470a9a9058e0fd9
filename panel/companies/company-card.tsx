import { Mail, MapPin, Pencil, Phone, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import type { Company } from '#domain/company.ts'
import { turbinesOfCompanyAddress, usersOfCompanyAddress } from '#domain/panel-addresses.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { Card } from '#panel/ui/card.tsx'
import { useText } from '#panel/words/use-text.ts'

interface CompanyCardProps {
  company: Company
  onEdit: (company: Company) => void
  onDelete: (company: Company) => void
}

/** The card of one company, with links to its turbines and users. Its height is fixed, so that the scroll position of a long list can be restored. */
export function CompanyCard({ company, onEdit, onDelete }: CompanyCardProps) {
  const text = useText()
  const { id, name, turbine_count, user_count } = company
  const counts = [
    {
      n: turbine_count,
      label: text('turbines.total', { n: turbine_count }),
      address: turbinesOfCompanyAddress(id),
    },
    { n: user_count, label: text('users.total', { n: user_count }), address: usersOfCompanyAddress(id) },
  ]
  const contact = [
    { icon: Mail, label: text('company.email'), value: company.contact_email },
    { icon: Phone, label: text('company.phone'), value: company.phone || company.authorized_number },
    { icon: MapPin, label: text('company.address'), value: company.address },
  ].filter(({ value }) => value !== '')
  return (
    <Card as="li" data-record={id} className="flex h-52 flex-col px-4 pt-3.5 pb-3 [content-visibility:auto]">
      <div className="flex items-start gap-1">
        <h2
          title={name}
          className="mr-auto line-clamp-2 text-title font-semibold tracking-tight wrap-anywhere text-ink"
        >
          {name}
        </h2>
        <IconButton
          label={text('company.edit', { name })}
          icon={Pencil}
          onClick={() => onEdit(company)}
          className="-mt-1.5"
        />
        <IconButton
          label={text('company.delete.named', { name })}
          icon={Trash2}
          onClick={() => onDelete(company)}
          className="-mt-1.5 -mr-2"
        />
      </div>
      {contact.length === 0 && <p className="mt-2.5 text-note text-ink-faint">{text('company.noContact')}</p>}
      <dl className="mt-2.5 grid gap-1 text-note text-ink-soft empty:hidden">
        {contact.map(({ icon: Icon, label, value }) => (
          <div key={label} className="flex min-w-0 items-start gap-2">
            <dt className="flex h-5 items-center">
              <Icon aria-hidden className="size-3.5 text-ink-faint" />
              <span className="sr-only">{label}</span>
            </dt>
            <dd title={value} className={`min-w-0 ${Icon === MapPin ? 'line-clamp-2' : 'truncate'}`}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-auto flex gap-5 border-t border-hairline pt-3 text-note font-medium text-action">
        {counts.map(({ n, label, address }) =>
          // A list that is filtered by a company without entries shows all.
          n === 0 ? (
            <span key={label} className="font-normal text-ink-soft">
              {label}
            </span>
          ) : (
            <Link key={label} to={address} className="rounded hover:underline">
              {label}
            </Link>
          ),
        )}
      </div>
    </Card>
  )
}
