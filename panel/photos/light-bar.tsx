import { useSignals } from '@preact/signals-react/runtime'
import { RotateCcw } from 'lucide-react'
import { useId } from 'react'
import { useIntl } from 'react-intl'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'
import { changeLight, isLightChanged, LIGHT_MAX, LIGHT_MIN, type Light, light, resetLight } from './light.ts'

const SLIDERS: { name: keyof Light; label: MessageId }[] = [
  { name: 'brightness', label: 'viewer.light.brightness' },
  { name: 'contrast', label: 'viewer.light.contrast' },
]

/** Brightness and contrast of the shown photos. The first slider gets the focus. */
export function LightBar() {
  useSignals()
  const text = useText()
  const intl = useIntl()
  const id = useId()
  return (
    <section
      aria-label={text('viewer.light')}
      className="flex flex-wrap items-center justify-center gap-x-8 gap-y-2 px-5 pb-3 text-note"
    >
      {SLIDERS.map(({ name, label }) => (
        <span key={name} className="flex items-center gap-3">
          <label htmlFor={`${id}-${name}`} className="text-viewer-ink-soft">
            {text(label)}
          </label>
          <input
            id={`${id}-${name}`}
            type="range"
            // biome-ignore lint/a11y/noAutofocus: the user has just asked for these sliders
            autoFocus={name === 'brightness'}
            min={LIGHT_MIN}
            max={LIGHT_MAX}
            step={0.1}
            value={light.value[name]}
            aria-valuetext={intl.formatNumber(light.value[name], { style: 'percent' })}
            onChange={({ currentTarget }) => changeLight({ [name]: Number(currentTarget.value) })}
            className="w-44 cursor-pointer accent-viewer-ink"
          />
          <span aria-hidden className="w-11 text-right tabular-nums">
            {intl.formatNumber(light.value[name], { style: 'percent' })}
          </span>
        </span>
      ))}
      <button
        type="button"
        onClick={resetLight}
        disabled={!isLightChanged(light.value)}
        className="inline-flex h-control-small cursor-pointer items-center gap-2 rounded px-2.5 text-viewer-ink-soft transition-colors hover:bg-viewer-raised hover:text-viewer-ink disabled:cursor-default disabled:opacity-55"
      >
        <RotateCcw aria-hidden className="size-4" />
        {text('viewer.light.reset')}
      </button>
    </section>
  )
}
