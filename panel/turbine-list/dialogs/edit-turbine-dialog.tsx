import { useQueryClient } from '@tanstack/react-query'
import { type Turbine, TurbineFields } from '#domain/turbine.ts'
import { RecordFormDialog } from '#panel/frame/record-form-dialog.tsx'
import { useRecordForm } from '#panel/frame/use-record-form.ts'
import { showChangedTurbine, updateTurbine } from '#panel/turbine-list/change-turbines.ts'
import { useText } from '#panel/words/use-text.ts'
import { TURBINE_FIELD_WORDS, TurbineFormFields } from './turbine-form-fields.tsx'

export default function EditTurbineDialog({ turbine, onClose }: { turbine: Turbine; onClose: () => void }) {
  const text = useText()
  const queryClient = useQueryClient()
  const form = useRecordForm({
    schema: TurbineFields,
    record: turbine,
    save: (fields: TurbineFields) => updateTurbine(turbine.id, fields),
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
      failureTitle={text('turbine.edit.failed')}
      onClose={onClose}
    >
      <TurbineFormFields form={form} company={{ id: turbine.company_id, name: turbine.company_name }} />
    </RecordFormDialog>
  )
}
