import { LayoutList, PanelsTopLeft } from 'lucide-react'
import { IconChoice } from '#panel/ui/fields/icon-choice.tsx'
import { useText } from '#panel/words/use-text.ts'
import { MODES, useTurbineMode } from './turbine-mode.ts'

const ICONS = { full: LayoutList, simple: PanelsTopLeft }

/** Switches between the full and the simple mode of the turbine's page. */
export function ModeToggle() {
  const text = useText()
  const [mode, setMode] = useTurbineMode()
  const options = MODES.map((value) => ({ value, label: text(`mode.${value}`), icon: ICONS[value] }))
  return (
    <IconChoice label={text('mode.label')} name="mode" value={mode} onChange={setMode} options={options} />
  )
}
