import { Braces, FileDown, MapPin, Table2 } from 'lucide-react'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import type { FleetFindingFilters } from '#panel/data/findings.ts'
import { Button } from '#panel/ui/button.tsx'
import { Menu, MenuItem } from '#panel/ui/layers/menu.tsx'
import { useText } from '#panel/words/use-text.ts'
import { downloadFindings, type ExportFormat } from './download-findings.ts'

const FORMATS = [
  { format: 'csv', icon: Table2, words: 'findings.export.csv' },
  { format: 'geojson', icon: MapPin, words: 'findings.export.geojson' },
  { format: 'coco.json', icon: Braces, words: 'findings.export.coco' },
  { format: 'file.coco.json', icon: Braces, words: 'findings.export.cocoFile' },
] as const

interface ExportMenuProps {
  /** The present filters of the screen. */
  filter: FleetFindingFilters
  /** How many findings match them; undefined until it is known. */
  found: number | undefined
  /** Follows the name of the file, such as the code of the turbine. */
  subject?: string
}

/** Saves the findings that match the filters as a file. */
export function ExportMenu({ filter, found, subject }: ExportMenuProps) {
  const text = useText()
  const name = [text('findings.export.name'), subject].filter(Boolean).join('-')
  const { mutate, isPending } = useApiMutation({
    name: null,
    call: (format: ExportFormat) => downloadFindings(format, filter, name),
    failureToast: (error) => ({ title: text('findings.export.failed'), message: errorText(text, error) }),
  })
  if (found === 0) return null
  return (
    <Menu
      trigger={
        <Button icon={FileDown} busy={isPending}>
          {found === undefined ? text('findings.export') : text('findings.export.count', { n: found })}
        </Button>
      }
    >
      {FORMATS.map(({ format, icon, words }) => (
        <MenuItem key={format} icon={icon} onClick={() => mutate(format)}>
          {text(words)}
        </MenuItem>
      ))}
    </Menu>
  )
}
