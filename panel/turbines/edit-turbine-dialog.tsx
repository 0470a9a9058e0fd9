import { useQueryClient } from '@tanstack/react-query'
import { ROOMS_MIN } from '#domain/limits.ts'
import { type Turbine, TurbineFields, TurbineStatus } from '#domain/turbine.ts'
import { RecordFormDialog } from '#panel/frame/record-form-dialog.tsx'
import { useRecordForm } from '#panel/frame/use-record-form.ts'
import { ComboboxField } from '#panel/ui/combobox-field.tsx'
import { NumberField } from '#panel/ui/number-field.tsx'
import { SelectField } from '#panel/ui/select-field.tsx'
import { TextField } from '#panel/ui/text-field.tsx'
import { useText } from '#panel/words/use-text.ts'
import { showChangedTurbine, updateTurbine, useCompaniesFor } from './update-turbine.ts'

const toLowerCase = (typed: string) => typed.toLocaleLowerCase('tr')

export default function EditTurbineDialog({ turbine, onClose }: { turbine: Turbine; onClose: () => void }) {
  const text = useText()
  const queryClient = useQueryClient()
  const companies = useCompaniesFor(turbine)
  const form = useRecordForm({
    schema: TurbineFields,
    record: turbine,
    save: (fields: TurbineFields) => updateTurbine(turbine.id, fields),
    onSaved: (changed) => {
      showChangedTurbine(queryClient, changed)
      onClose()
    },
    words: { rooms: 'turbine.rooms.invalid', coordinates: 'turbine.coordinates.invalid' },
    failed: 'turbine.edit.failed',
    draft: `turbine/${turbine.id}`,
  })
  return (
    <RecordFormDialog form={form} title={text('turbine.edit.title')} onClose={onClose}>
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
      <NumberField label={text('turbine.roomCount')} min={ROOMS_MIN} {...form.value('rooms')} />
      <NumberField label={text('turbine.bladeLength.field')} {...form.value('blade_length')} />
      <SelectField
        label={text('turbine.status')}
        options={TurbineStatus.options.map((value) => ({ value, label: text(`status.${value}`) }))}
        {...form.value('status')}
      />
      <ComboboxField
        label={text('turbine.company')}
        options={companies.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.value('company_id')}
      />
    </RecordFormDialog>
  )
}
