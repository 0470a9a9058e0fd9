import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod'
import { LINK_DAYS_DEFAULT, LINK_DAYS_MAX } from '#domain/limits.ts'
import { reportName } from '#domain/report.ts'
import type { Turbine } from '#domain/turbine.ts'
import { PasswordDraft } from '#domain/user.ts'
import { inspectionsQuery } from '#panel/data/inspections.ts'
import { addLink, listsAfterLink } from '#panel/data/links.ts'
import { reportsQuery } from '#panel/data/reports.ts'
import { RecordFormDialog } from '#panel/frame/record-form-dialog.tsx'
import { useRecordForm } from '#panel/frame/use-record-form.ts'
import { AddressDialog } from '#panel/ui/dialogs/address-dialog.tsx'
import { NumberField } from '#panel/ui/fields/number-field.tsx'
import { SelectField } from '#panel/ui/fields/select-field.tsx'
import { SwitchField } from '#panel/ui/fields/switch-field.tsx'
import { TextField } from '#panel/ui/fields/text-field.tsx'
import { useText } from '#panel/words/use-text.ts'
import { LinkList } from './link-list.tsx'

const INSPECTION = 'inspection'

const Fields = z.object({
  /** The inspection, or the id of a report. */
  what: z.string().min(1),
  days: z.int().min(1).max(LINK_DAYS_MAX),
  password: z.union([z.literal(''), PasswordDraft.shape.password]),
  originals: z.boolean(),
})
type Fields = z.infer<typeof Fields>

interface ShareLinkDialogProps {
  turbine: Turbine
  year: number
  onClose: () => void
}

/** Adds a link, shows its address once, and lists the living links of the turbine. */
export default function ShareLinkDialog({ turbine, year, onClose }: ShareLinkDialogProps) {
  const text = useText()
  const [address, setAddress] = useState<string>()
  const { data: inspections = [] } = useQuery(inspectionsQuery(turbine.id))
  const { data: reports = [] } = useQuery(reportsQuery(turbine.id))
  const isPublished = inspections.some((each) => each.year === year && each.published_version !== null)
  const options = [
    ...(isPublished
      ? [{ value: INSPECTION, label: text('links.what.inspection', { year: String(year) }) }]
      : []),
    ...reports
      .filter((report) => report.year === year && !report.is_draft && !report.is_withdrawn)
      .map(({ id, original_filename }) => ({ value: String(id), label: reportName(original_filename) })),
  ]
  const form = useRecordForm({
    schema: Fields,
    record: { what: options[0]?.value ?? '', days: LINK_DAYS_DEFAULT, password: '', originals: false },
    save: ({ what, password, days, originals }: Fields) =>
      addLink({
        ...(what === INSPECTION ? { kind: 'inspection', year } : { kind: 'report', report_id: Number(what) }),
        turbine_id: turbine.id,
        days,
        originals,
        ...(password !== '' && { password }),
      }),
    onSaved: setAddress,
    words: { password: 'user.password.tooShort' },
    failed: 'links.addFailed',
    invalidates: listsAfterLink(turbine.id),
    draft: { never: 'It may have a password.' },
  })
  if (address !== undefined) {
    return (
      <AddressDialog
        title={text('links.share')}
        text={text('links.address')}
        address={address}
        onClose={onClose}
      />
    )
  }
  const originals = form.value('originals')
  return (
    <RecordFormDialog
      form={form}
      title={text('links.share')}
      submitLabel={text('links.add')}
      submitBlocked={options.length === 0 ? text('links.nothing') : undefined}
      onClose={onClose}
    >
      <p className="text-body text-ink-soft sm:col-span-2">{text('links.text')}</p>
      <SelectField
        label={text('links.what')}
        options={options}
        className="sm:col-span-2"
        {...form.value('what')}
      />
      <NumberField
        label={text('links.days')}
        hint={text('links.days.hint', { max: LINK_DAYS_MAX })}
        min={1}
        {...form.number('days')}
      />
      <TextField
        label={text('links.password')}
        hint={text('links.password.hint')}
        autoComplete="off"
        {...form.text('password')}
      />
      <SwitchField
        label={text('links.originals')}
        hint={text('links.originals.hint')}
        state={text(originals.value ? 'links.originals.on' : 'links.originals.off')}
        className="sm:col-span-2"
        {...originals}
      />
      <LinkList turbineId={turbine.id} reports={reports} />
    </RecordFormDialog>
  )
}
