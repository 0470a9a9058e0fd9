import { ROOMS_MIN } from '#domain/limits.ts'
import { type TurbineFields, TurbineStatus } from '#domain/turbine.ts'
import type { useRecordForm } from '#panel/frame/use-record-form.ts'
import { type OwnerCompany, useOwnerCompanies } from '#panel/turbine-list/change-turbines.ts'
import { ComboboxField } from '#panel/ui/fields/combobox-field.tsx'
import { NumberField } from '#panel/ui/fields/number-field.tsx'
import { SelectField } from '#panel/ui/fields/select-field.tsx'
import { TextField } from '#panel/ui/fields/text-field.tsx'
import { useText } from '#panel/words/use-text.ts'

/** The messages for invalid fields of a turbine. */
export const TURBINE_FIELD_WORDS = {
  rooms: 'turbine.rooms.invalid',
  coordinates: 'turbine.coordinates.invalid',
  company_id: 'turbine.company.required',
} as const

interface TurbineFormFieldsProps<Saved> {
  form: ReturnType<typeof useRecordForm<TurbineFields, Saved>>
  /** The company of the turbine, or of an admin who adds one. */
  company: OwnerCompany | undefined
}

const toLowerCase = (typed: string) => typed.toLocaleLowerCase('tr')

/** The fields of a turbine that a user fills in. */
export function TurbineFormFields<Saved>({ form, company }: TurbineFormFieldsProps<Saved>) {
  const text = useText()
  const { companies, isError } = useOwnerCompanies(company)
  const companyField = form.value('company_id')
  return (
    <>
      <TextField
        label={text('turbine.name')}
        hint={text('turbine.name.hint')}
        {...form.text('turbine_name')}
      />
      <TextField label={text('turbine.code')} {...form.text('code')} />
      <TextField label={text('turbine.city')} {...form.text('city', toLowerCase)} />
      <TextField label={text('turbine.place')} {...form.text('location')} />
      <TextField label={text('turbine.site')} {...form.text('site_name')} />
      <TextField
        label={text('turbine.coordinates')}
        hint={text('turbine.coordinates.hint')}
        {...form.text('coordinates')}
      />
      <NumberField label={text('turbine.roomCount')} min={ROOMS_MIN} {...form.number('rooms')} />
      <NumberField label={text('turbine.bladeLength.field')} {...form.number('blade_length')} />
      <SelectField
        label={text('turbine.status')}
        options={TurbineStatus.options.map((value) => ({ value, label: text(`status.${value}`) }))}
        {...form.value('status')}
      />
      <ComboboxField
        label={text('turbine.company')}
        options={companies.map(({ id, name }) => ({ value: id, label: name }))}
        {...companyField}
        error={isError ? text('turbine.company.failed') : companyField.error}
      />
    </>
  )
}
