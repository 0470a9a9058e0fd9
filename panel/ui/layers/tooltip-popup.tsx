import { Tooltip } from '@base-ui/react/tooltip'

/** The tooltip of `anchor`, with the text of its attribute `data-tooltip`. Null shows none. */
export default function TooltipPopup({ anchor }: { anchor: HTMLElement | null }) {
  return (
    <Tooltip.Root open={anchor?.isConnected ?? false}>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={anchor} sideOffset={6} className="pointer-events-none z-tooltip">
          <Tooltip.Popup
            aria-hidden
            className="max-w-80 rounded bg-ink px-2 py-1 text-caption font-medium text-ground transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {anchor?.dataset.tooltip}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
