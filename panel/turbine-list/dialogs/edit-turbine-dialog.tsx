import { useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { typedText } from '#domain/text/typed-number.ts'
import { type Turbine, TurbineFields, type TurbineStatus } from '#domain/turbine.ts'
import { showChangedTurbine, updateTurbine } from '#panel/data/turbines.ts'
import { useCompanyName } from '#panel/frame/fields/company-field.tsx'
import { RecordFormDialog } from '#panel/frame/record-form-dialog.tsx'
import { useRecordForm } from '#panel/frame/use-record-form.ts'
import { useText } from '#panel/words/use-text.ts'
import { TURBINE_FIELD_WORDS, TurbineFormFields } from './turbine-form-fields.tsx'

export default function EditTurbineDialog({ turbine, onClose }: { turbine: Turbine; onClose: () => void }) {
  const text = useText()
  const queryClient = useQueryClient()
  const { locale } = useIntl()
  const own = { id: turbine.company_id, name: turbine.company_name }
  const nameOfCompany = useCompanyName(own)
  const showNumber = (value: number | null) => (value === null ? '' : typedText(locale, value))
  const form = useRecordForm({
    schema: TurbineFields,
    record: turbine,
    revision: turbine.revision,
    // The call needs these fields also if they do not change.
    save: (_: TurbineFields, { changed, record: { city, code, location, status }, revision }) =>
      updateTurbine(turbine.id, { city, code, location, status, ...changed }, revision),
    onSaved: (changed) => {
      showChangedTurbine(queryClient, changed)
      onClose()
    },
    words: TURBINE_FIELD_WORDS,
    failed: 'turbine.edit.failed',
    draft: `turbine/${turbine.id}`,
  })
  return (
    <RecordFormDialog
      form={form}
      title={text('turbine.edit.title')}
      shown={{
        turbine_name: text('turbine.name'),
        code: text('turbine.code'),
        city: text('turbine.city'),
        location: text('turbine.place'),
        site_name: text('turbine.site'),
        coordinates: text('turbine.coordinates'),
        rooms: text('turbine.roomCount'),
        blade_length: [text('turbine.bladeLength.field'), showNumber],
        manufacturer: text('turbine.manufacturer'),
        model: text('turbine.model'),
        serial_number: text('turbine.serialNumber'),
        hub_height: [text('turbine.hubHeight.field'), showNumber],
        status: [text('turbine.status'), (status: TurbineStatus) => text(`status.${status}`)],
        company_id: [text('turbine.company'), nameOfCompany],
      }}
      onClose={onClose}
    >
      <TurbineFormFields form={form} company={own} />
    </RecordFormDialog>
  )
}
