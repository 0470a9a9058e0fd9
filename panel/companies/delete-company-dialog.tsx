import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { Company } from '#domain/company.ts'
import { turbinesOfCompanyAddress, usersOfCompanyAddress } from '#domain/panel-addresses.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { companiesQuery, deleteCompany, listsAfterCompany } from '#panel/data/companies.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { ConfirmDialog } from '#panel/ui/dialogs/confirm-dialog.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { findNextRecord, findRecord } from '#panel/ui/tables/next-record.ts'
import { useText } from '#panel/words/use-text.ts'

interface DeleteCompanyDialogProps {
  company: Company
  onClose: () => void
}

/** Asks before a company is deleted, or says what must be deleted first. */
export function DeleteCompanyDialog({ company, onClose }: DeleteCompanyDialogProps) {
  const text = useText()
  const notify = useNotify()
  /** Gets the focus after the deletion, because the row goes away. */
  const next = useRef<HTMLElement>(undefined)
  // The server may refuse because somebody has added a turbine since; then the list has the new counts.
  const { data: companies = [] } = useQuery(companiesQuery)
  const { name, turbine_count, user_count } = companies.find(({ id }) => id === company.id) ?? company
  const isEmpty = turbine_count === 0 && user_count === 0
  const { mutate, isPending, error } = useApiMutation({
    name: ['company.delete', company.id],
    call: () => deleteCompany(company.id),
    invalidates: () => listsAfterCompany(),
    onSuccess: () => {
      next.current = findNextRecord(findRecord(company.id))
      const message = text('company.deleted', { name })
      notify({ tone: 'success', title: text('common.success'), message })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={text('company.delete.title')}
      confirmLabel={isEmpty ? text('company.delete') : undefined}
      cancelLabel={isEmpty ? undefined : text('common.dismiss')}
      busy={isPending}
      onConfirm={() => mutate(undefined)}
      onCancel={onClose}
      finalFocus={() => next.current}
    >
      {isEmpty ? <p>{text('company.delete.text', { name })}</p> : renderContents()}
      {isEmpty && error && (
        <div className="mt-4">
          <Banner tone="error" title={text('company.delete.failed')}>
            {errorText(text, error)}
          </Banner>
        </div>
      )}
    </ConfirmDialog>
  )

  function renderContents() {
    const link = 'rounded font-medium text-action underline underline-offset-2'
    return (
      <>
        <Banner
          tone="warning"
          title={text('company.delete.notEmpty', {
            turbines: turbine_count,
            users: user_count,
            both: turbine_count > 0 && user_count > 0,
          })}
        />
        <p className="mt-4">{text('company.delete.notEmpty.text', { name })}</p>
        <ul className="mt-2 grid gap-1">
          {turbine_count > 0 && (
            <li>
              <Link to={turbinesOfCompanyAddress(company.id)} className={link}>
                {text('company.delete.toTurbines', { n: turbine_count })}
              </Link>
            </li>
          )}
          {user_count > 0 && (
            <li>
              <Link to={usersOfCompanyAddress(company.id)} className={link}>
                {text('company.delete.toUsers', { n: user_count })}
              </Link>
            </li>
          )}
        </ul>
      </>
    )
  }
}
