import { FileUp, Table2, TableProperties } from 'lucide-react'
import { useIntl } from 'react-intl'
import en from '#content/turbines/en.json'
import tr from '#content/turbines/tr.json'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { downloadTurbines } from '#panel/data/imports/turbine-import.ts'
import { Button } from '#panel/ui/button.tsx'
import { Menu, MenuItem } from '#panel/ui/layers/menu.tsx'
import { useText } from '#panel/words/use-text.ts'

/** Saves the turbines as a table, and takes turbines from one. `TableButton` mounts it on a click, so it is open when it is mounted. */
export default function TableMenu({ onImport }: { onImport: () => void }) {
  const text = useText()
  const { locale } = useIntl()
  const name = `${(locale === 'tr' ? tr : en).file}.csv`
  const { mutate, isPending } = useApiMutation({
    name: null,
    call: () => downloadTurbines(name),
    failureToast: (error) => ({
      title: text('turbines.table.downloadFailed'),
      message: errorText(text, error),
    }),
  })
  return (
    <Menu
      defaultOpen
      trigger={
        <Button icon={TableProperties} busy={isPending}>
          {text('turbines.table')}
        </Button>
      }
    >
      <MenuItem icon={FileUp} onClick={onImport}>
        {text('turbines.import')}
      </MenuItem>
      <MenuItem icon={Table2} onClick={() => mutate(undefined)}>
        {text('turbines.table.download')}
      </MenuItem>
    </Menu>
  )
}
