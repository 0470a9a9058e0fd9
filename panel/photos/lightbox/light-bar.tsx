import { useSignals } from '@preact/signals-react/runtime'
import { RotateCcw } from 'lucide-react'
import { useIntl } from 'react-intl'
import { blockedProps } from '#panel/ui/button.tsx'
import { RangeField } from '#panel/ui/fields/range-field.tsx'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'
import { changeLight, isLightChanged, LIGHT_MAX, LIGHT_MIN, type Light, light, resetLight } from './light.ts'

const SLIDERS: { name: keyof Light; label: MessageId }[] = [
  { name: 'brightness', label: 'lightbox.light.brightness' },
  { name: 'contrast', label: 'lightbox.light.contrast' },
]

/** The sliders for brightness and contrast. The first one gets the focus. */
export function LightBar() {
  useSignals()
  const text = useText()
  const intl = useIntl()
  return (
    <section
      aria-label={text('lightbox.light')}
      className="flex flex-wrap items-center justify-center gap-x-8 gap-y-2 px-5 pb-3 text-note"
    >
      {SLIDERS.map(({ name, label }) => {
        const percent = intl.formatNumber(light.value[name], { style: 'percent' })
        return (
          <RangeField
            key={name}
            label={text(label)}
            autoFocus={name === 'brightness'}
            min={LIGHT_MIN}
            max={LIGHT_MAX}
            step={0.1}
            value={light.value[name]}
            onChange={(value) => changeLight({ [name]: value })}
            valueText={percent}
            shown={percent}
          />
        )
      })}
      <button
        type="button"
        onClick={resetLight}
        {...blockedProps(isLightChanged(light.value) ? undefined : text('blocked.lightUnchanged'))}
        className="inline-flex h-control-small cursor-pointer items-center gap-2 rounded px-2.5 text-lightbox-ink-soft transition-colors hover:bg-lightbox-raised hover:text-lightbox-ink aria-disabled:cursor-default aria-disabled:opacity-55"
      >
        <RotateCcw aria-hidden className="size-4" />
        {text('lightbox.light.reset')}
      </button>
    </section>
  )
}
