import { Switch } from '@base-ui/react/switch'
import { useText } from '#panel/words/use-text.ts'

/** Shows every finding of a chain. Without it, a chain counts once, by its newest finding. */
export function SightingsSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const text = useText()
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control
    <label
      title={text('findings.sightings.hint')}
      className="flex h-control cursor-pointer items-center gap-2 px-1 text-body whitespace-nowrap text-ink-soft"
    >
      <Switch.Root
        checked={isOn}
        onCheckedChange={onChange}
        className="flex h-4.5 w-8 shrink-0 cursor-pointer rounded-full bg-hairline-strong p-0.5 transition-colors data-checked:bg-action"
      >
        <Switch.Thumb className="size-3.5 rounded-full bg-surface transition-[translate] data-checked:translate-x-3.5" />
      </Switch.Root>
      {text('findings.sightings.all')}
    </label>
  )
}
