import { type Company, CompanyDraft, CompanyFields } from '#domain/company.ts'
import { addCompany, listsAfterCompany, updateCompany } from '#panel/data/companies.ts'
import { emptyDraft } from '#panel/frame/empty-draft.ts'
import { RecordFormDialog } from '#panel/frame/record-form-dialog.tsx'
import { useRecordForm } from '#panel/frame/use-record-form.ts'
import { NumberField } from '#panel/ui/fields/number-field.tsx'
import { SwitchField } from '#panel/ui/fields/switch-field.tsx'
import { TextAreaField } from '#panel/ui/fields/text-area-field.tsx'
import { TextField } from '#panel/ui/fields/text-field.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { DeadlineFields, SEVERITIES } from './deadline-fields.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

interface CompanyDialogProps {
  /** The company to edit; undefined adds a new one. */
  company: Company | undefined
  /** Called with the id of a company that was added. */
  onAdded: (id: number) => void
  onClose: () => void
}

export default function CompanyDialog({ company, onAdded, onClose }: CompanyDialogProps) {
  const text = useText()
  const notify = useNotify()
  const form = useRecordForm({
    schema: CompanyFields,
    record: company ?? emptyDraft(CompanyDraft),
    revision: company?.revision,
    save: (fields: CompanyFields, { changed, revision }) =>
      company ? updateCompany(company.id, changed, revision) : addCompany(fields),
    onSaved: ({ id, name }) => {
      const message = text(company ? 'company.edited' : 'company.added', { name })
      notify({ tone: 'success', title: text('common.success'), message })
      onClose()
      if (!company) onAdded(id)
    },
    words: { name: 'company.name.required', contact_email: 'field.email.invalid' },
    refusals: { company_name_taken: { field: 'name', message: 'company.name.taken' } },
    failed: company ? 'company.edit.failed' : 'company.add.failed',
    invalidates: listsAfterCompany(),
    draft: `company/${company?.id ?? 'new'}`,
  })
  const reviewRequired = form.value('review_required')
  const secondFactor = form.value('second_factor_required')
  const showSecondFactor = (isRequired: boolean) =>
    text(isRequired ? 'company.secondFactorRequired.on' : 'company.secondFactorRequired.off')
  const showReviewRequired = (isRequired: boolean) =>
    text(isRequired ? 'company.reviewRequired.on' : 'company.reviewRequired.off')
  const linksAllowed = form.value('links_allowed')
  const showLinksAllowed = (isAllowed: boolean) =>
    text(isAllowed ? 'company.linksAllowed.on' : 'company.linksAllowed.off')
  return (
    <RecordFormDialog
      form={form}
      title={text(company ? 'company.edit.title' : 'company.add.title')}
      {...(!company && { submitLabel: text('company.add') })}
      shown={{
        name: text('company.name'),
        contact_email: text('company.email'),
        phone: text('company.phone'),
        authorized_number: text('company.authorizedNumber'),
        address: text('company.address'),
        time_zone: text('company.timeZone'),
        ...Object.fromEntries(
          SEVERITIES.map((severity) => [
            `deadline_${severity}_months`,
            text('company.deadline', { severity, name: text('company.deadlines') }),
          ]),
        ),
        review_days: text('company.reviewDays'),
        review_required: [text('company.reviewRequired'), showReviewRequired],
        second_factor_required: [text('company.secondFactorRequired'), showSecondFactor],
        links_allowed: [text('company.linksAllowed'), showLinksAllowed],
      }}
      onClose={onClose}
    >
      <TextField label={text('company.name')} {...form.text('name')} />
      <TextField label={text('company.email')} inputMode="email" {...form.text('contact_email')} />
      <TextField label={text('company.phone')} type="tel" {...form.text('phone')} />
      <TextField
        label={text('company.authorizedNumber')}
        hint={text('company.authorizedNumber.hint')}
        type="tel"
        {...form.text('authorized_number')}
      />
      <TextAreaField label={text('company.address')} className="sm:col-span-2" {...form.text('address')} />
      <TimeZoneField {...form.value('time_zone')} />
      <DeadlineFields field={form.number} />
      <NumberField
        label={text('company.reviewDays')}
        hint={text('company.reviewDays.hint')}
        min={1}
        {...form.number('review_days')}
      />
      <SwitchField
        label={text('company.reviewRequired')}
        hint={text('company.reviewRequired.hint')}
        state={showReviewRequired(reviewRequired.value)}
        className="sm:col-span-2"
        {...reviewRequired}
      />
      <SwitchField
        label={text('company.secondFactorRequired')}
        hint={text('company.secondFactorRequired.hint')}
        state={showSecondFactor(secondFactor.value)}
        className="sm:col-span-2"
        {...secondFactor}
      />
      <SwitchField
        label={text('company.linksAllowed')}
        hint={text('company.linksAllowed.hint')}
        state={showLinksAllowed(linksAllowed.value)}
        className="sm:col-span-2"
        {...linksAllowed}
      />
    </RecordFormDialog>
  )
}
