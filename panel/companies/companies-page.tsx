import { useQuery } from '@tanstack/react-query'
import { LayoutGrid, Plus, Rows3 } from 'lucide-react'
import { useState } from 'react'
import type { Company } from '#domain/company.ts'
import { companiesQuery } from '#panel/data/companies.ts'
import NextStep from '#panel/frame/first-steps/next-step.tsx'
import { PanelFrame } from '#panel/frame/panel-frame.tsx'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import { useFormLayer } from '#panel/ui/address/form-layer.ts'
import { useSearchInAddress } from '#panel/ui/address/search-address.ts'
import { Button } from '#panel/ui/button.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { IconChoice } from '#panel/ui/fields/icon-choice.tsx'
import { lazyDialog, lazyPart } from '#panel/ui/late-scripts/lazy-part.tsx'
import { PageHeading } from '#panel/ui/page-heading.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { useAddedRecord } from '#panel/ui/tables/added-record.ts'
import { ListToolbar } from '#panel/ui/tables/list-toolbar.tsx'
import { ResetButton } from '#panel/ui/tables/reset-button.tsx'
import { searchRows } from '#panel/ui/tables/search-rows.ts'
import { TableSkeleton } from '#panel/ui/tables/table-skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { CompanyGrid, CompanySkeletons } from './company-grid.tsx'
import { DeleteCompanyDialog } from './delete-company-dialog.tsx'

const CompanyDialog = lazyDialog(() => import('./company-dialog.tsx'))
const CompanyTable = lazyPart(() => import('./company-table.tsx'))

export default function CompaniesPage() {
  const text = useText()
  const title = text('companies.title')
  usePageTitle(title)
  const { query, setQuery, reset } = useSearchInAddress()
  const { get, change } = useAddressParams()
  const form = useFormLayer()
  const [deleted, setDeleted] = useState<Company>()
  const answer = useQuery(companiesQuery)
  const onAdded = useAddedRecord(answer.data)
  const found = searchRows(answer.data ?? [], query, (company) => [
    company.name,
    company.contact_email,
    company.phone,
    company.address,
  ])
  const view = get('view') === 'list' ? 'list' : 'grid'
  const skeletons =
    view === 'list' ? <TableSkeleton label={text('companies.loading')} /> : <CompanySkeletons />
  const list = {
    companies: found,
    onEdit: (company: Company) => form.open(String(company.id)),
    onDelete: setDeleted,
  }
  const edited = answer.data?.find(({ id }) => String(id) === form.value)
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => form.open('add')}>
      {text('company.add')}
    </Button>
  )

  const isEmpty = answer.data?.length === 0
  const hasList = answer.data ? !isEmpty : !answer.error

  return (
    <PanelFrame wide>
      <PageHeading title={title} status={answer.data && text('companies.total', { n: answer.data.length })}>
        {!isEmpty && add}
      </PageHeading>
      <NextStep />
      {hasList && renderToolbar()}
      <QueryBoundary
        query={answer}
        loading={skeletons}
        failed={text('companies.failed')}
        empty={
          <EmptyState title={text('companies.none')} action={add}>
            {text('companies.none.text')}
          </EmptyState>
        }
      >
        {() => (found.length > 0 ? renderFound() : renderNoneFound())}
      </QueryBoundary>
      {(edited || form.value === 'add') && (
        <CompanyDialog key={form.value} company={edited} onAdded={showAdded} onClose={form.close} />
      )}
      {deleted && <DeleteCompanyDialog company={deleted} onClose={() => setDeleted(undefined)} />}
    </PanelFrame>
  )

  function showAdded(id: number) {
    reset()
    onAdded(id)
  }

  function renderToolbar() {
    return (
      <ListToolbar
        search={{
          label: text('companies.search'),
          hint: text('companies.search.hint'),
          value: query,
          onChange: setQuery,
        }}
        found={answer.data && query.trim() !== '' ? found.length : undefined}
        onReset={reset}
        end={
          <IconChoice
            label={text('turbines.view')}
            name="view"
            options={[
              { value: 'grid', label: text('turbines.view.grid'), icon: LayoutGrid },
              { value: 'list', label: text('turbines.view.list'), icon: Rows3 },
            ]}
            value={view}
            onChange={(next) => change({ view: next === 'grid' ? undefined : next })}
          />
        }
      />
    )
  }

  function renderFound() {
    if (view === 'grid') return <CompanyGrid {...list} />
    return <CompanyTable {...list} whileLoading={skeletons} />
  }

  function renderNoneFound() {
    return (
      <EmptyState
        title={text('companies.noneFound')}
        action={<ResetButton onReset={reset}>{text('common.clearSearch')}</ResetButton>}
      >
        {text('companies.noneFound.text', { query: query.trim() })}
      </EmptyState>
    )
  }
}
