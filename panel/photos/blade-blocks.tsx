import { BLADES, type Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { usePreventFileOpening } from '#panel/ui/use-file-drop.ts'
import { BladeBlock } from './blade-block.tsx'

interface BladeBlocksProps {
  turbine: Turbine
  /** Every blade photo of the turbine. */
  photos: Photo[]
}

/** One block for each blade. */
export function BladeBlocks({ turbine, photos }: BladeBlocksProps) {
  usePreventFileOpening()
  return (
    <div className="grid gap-6">
      {BLADES.map((blade) => (
        <BladeBlock key={blade} turbine={turbine} blade={blade} photos={photos} />
      ))}
    </div>
  )
}
