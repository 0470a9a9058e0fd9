import { useQueryClient } from '@tanstack/react-query'
import { turbineAddress } from '#domain/panel-addresses.ts'
import { mayEverywhere } from '#domain/permissions.ts'
import { TurbineDraft, TurbineFields } from '#domain/turbine.ts'
import { findOnlyCompany } from '#panel/data/companies.ts'
import { addTurbine, showAddedTurbine } from '#panel/data/turbines.ts'
import { emptyDraft } from '#panel/frame/empty-draft.ts'
import { RecordFormDialog } from '#panel/frame/record-form-dialog.tsx'
import { useRecordForm } from '#panel/frame/use-record-form.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { turbineTitle } from '#panel/turbine-list/turbine-title.ts'
import { useNavigateHere } from '#panel/ui/address/use-navigate-here.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { TURBINE_FIELD_WORDS, TurbineFormFields } from './turbine-form-fields.tsx'

/** False once the form is closed, such as by Back while it is being sent. */
const isShown = () => new URLSearchParams(window.location.search).get('form') === 'add'

/** A superadmin chooses the company; an admin adds turbines to their own. */
export default function AddTurbineDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const navigate = useNavigateHere()
  const { company_id, company_name, ...caller } = useCaller()
  const own = mayEverywhere({ ...caller, company_id }, 'turbine.add')
    ? undefined
    : { id: company_id, name: company_name }
  const chosen = own?.id ?? findOnlyCompany(queryClient)
  const form = useRecordForm({
    schema: TurbineFields,
    record: { ...emptyDraft(TurbineDraft), ...(chosen !== undefined && { company_id: chosen }) },
    save: addTurbine,
    onSaved: (added) => {
      showAddedTurbine(queryClient, added)
      notify({ tone: 'success', title: text('turbine.added'), message: turbineTitle(text, added) })
      // Back leads to the list, without the form.
      void navigate(turbineAddress(added.id), { replace: true }, isShown)
    },
    words: TURBINE_FIELD_WORDS,
    failed: 'turbine.add.failed',
    draft: 'turbine/new',
  })
  return (
    <RecordFormDialog
      form={form}
      title={text('turbine.add')}
      submitLabel={text('turbine.add')}
      submitBlocked={
        form.isFilled('city', 'code', 'location', 'rooms') ? undefined : text('blocked.emptyFields')
      }
      onClose={onClose}
    >
      <TurbineFormFields form={form} company={own} />
    </RecordFormDialog>
  )
}
