import { ROOMS_MIN } from '#domain/limits.ts'
import { type TurbineFields, TurbineStatus } from '#domain/turbine.ts'
import { CompanyField, type OwnCompany } from '#panel/frame/fields/company-field.tsx'
import type { useRecordForm } from '#panel/frame/use-record-form.ts'
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
  company: OwnCompany | undefined
}

const toLowerCase = (typed: string) => typed.toLocaleLowerCase('tr')

/** The fields of a turbine that a user fills in. */
export function TurbineFormFields<Saved>({ form, company }: TurbineFormFieldsProps<Saved>) {
  const text = useText()
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
      <TextField label={text('turbine.manufacturer')} {...form.text('manufacturer')} />
      <TextField label={text('turbine.model')} {...form.text('model')} />
      <TextField label={text('turbine.serialNumber')} {...form.text('serial_number')} />
      <NumberField label={text('turbine.hubHeight.field')} {...form.number('hub_height')} />
      <SelectField
        label={text('turbine.status')}
        options={TurbineStatus.options.map((value) => ({ value, label: text(`status.${value}`) }))}
        {...form.value('status')}
      />
      <CompanyField label={text('turbine.company')} own={company} {...form.value('company_id')} />
    </>
  )
}
