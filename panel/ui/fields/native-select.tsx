import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'

interface NativeSelectProps extends Omit<ComponentProps<'select'>, 'size'> {
  /** The classes of the select itself: its border, background and width. */
  className: string
  /** The classes around select and arrow. */
  frameClass?: string
}

/**
 * The browser's own list of options, with the look of the panel. Every `<select>` is this one: Safari ignores the background of a select with
 * the system's look but not its text colour, so light text would be on white.
 */
export function NativeSelect({ className, frameClass = '', ...select }: NativeSelectProps) {
  return (
    <span className={`relative flex min-w-0 ${frameClass}`}>
      {/* biome-ignore lint/plugin: this is the one */}
      <select
        {...select}
        className={`h-control cursor-pointer appearance-none truncate rounded border pr-8 pl-3 text-body transition-colors ${className}`}
      />
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2.5 right-2.5 size-4 opacity-70" />
    </span>
  )
}
