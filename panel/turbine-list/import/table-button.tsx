import { TableProperties } from 'lucide-react'
import { Button } from '#panel/ui/button.tsx'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import { LateMenu } from '#panel/ui/layers/late-menu.tsx'
import { useText } from '#panel/words/use-text.ts'

const TableMenu = lazyDialog(() => import('./table-menu.tsx'))

/** The button of the menu that saves the turbines as a table, and takes turbines from one. */
export function TableButton({ onImport }: { onImport: () => void }) {
  const text = useText()
  return (
    <LateMenu
      preload={TableMenu.preload}
      button={(attributes) => (
        <Button icon={TableProperties} {...attributes}>
          {text('turbines.table')}
        </Button>
      )}
      menu={({ whileLoading, onClose }) => (
        <TableMenu onImport={onImport} whileLoading={whileLoading} onClose={onClose} />
      )}
    />
  )
}
