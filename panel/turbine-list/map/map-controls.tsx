import { Minus, Plus, Scan } from 'lucide-react'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

interface MapControlsProps {
  onZoomIn: () => void
  onZoomOut: () => void
  onFit: () => void
}

/** The buttons in the corner of the map. */
export function MapControls({ onZoomIn, onZoomOut, onFit }: MapControlsProps) {
  const text = useText()
  return (
    <div className="absolute top-3 right-3 grid overflow-clip rounded border border-hairline bg-surface">
      <IconButton label={text('map.zoomIn')} icon={Plus} onClick={onZoomIn} className="rounded-none" />
      <IconButton label={text('map.zoomOut')} icon={Minus} onClick={onZoomOut} className="rounded-none" />
      <IconButton
        label={text('map.fit')}
        icon={Scan}
        onClick={onFit}
        className="rounded-none border-t border-hairline"
      />
    </div>
  )
}
