import { Maximize, Minus, Plus, RotateCcw } from 'lucide-react'
import { IconButton } from '#panel/ui/button.tsx'
import { HorizonIcon } from '#panel/ui/drawings/horizon-icon.ts'
import { useText } from '#panel/words/use-text.ts'
import type { PanoramaView } from './view/panorama-view.ts'
import { ZOOM_STEP } from './view-keys.ts'

interface ViewButtonsProps {
  view: PanoramaView | undefined
  onFullScreen: () => void
}

/** The buttons for the view: zoom, back to the starting direction, horizon, full screen. */
export function ViewButtons({ view, onFullScreen }: ViewButtonsProps) {
  const text = useText()
  const buttons = [
    { label: text('lightbox.zoomIn'), icon: Plus, keys: '+', act: () => view?.zoom(1 / ZOOM_STEP) },
    { label: text('lightbox.zoomOut'), icon: Minus, keys: '-', act: () => view?.zoom(ZOOM_STEP) },
    { label: text('panorama.reset'), icon: RotateCcw, keys: '0', act: () => view?.reset() },
    { label: text('panorama.level'), icon: HorizonIcon, keys: 'L', act: () => view?.level() },
    { label: text('lightbox.fullScreen'), icon: Maximize, keys: 'F', act: onFullScreen },
  ]
  return buttons.map(({ label, icon, keys, act }) => (
    <IconButton key={keys} onDark label={label} icon={icon} aria-keyshortcuts={keys} onClick={act} />
  ))
}
