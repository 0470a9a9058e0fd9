import { useEffect } from 'react'
import { BLADES, type Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { BladeBlock } from './blade-block.tsx'

interface BladeBlocksProps {
  turbine: Turbine
  /** Every blade photo of the turbine. */
  photos: Photo[]
}

/** One block for each blade. */
export function BladeBlocks({ turbine, photos }: BladeBlocksProps) {
  useNoStrayDrops()
  return (
    <div className="grid gap-6">
      {BLADES.map((blade) => (
        <BladeBlock key={blade} turbine={turbine} blade={blade} photos={photos} />
      ))}
    </div>
  )
}

/** A file dropped beside a block would otherwise be opened by the browser in place of the panel. */
function useNoStrayDrops() {
  useEffect(() => {
    const ignore = (event: DragEvent) => event.preventDefault()
    window.addEventListener('dragover', ignore)
    window.addEventListener('drop', ignore)
    return () => {
      window.removeEventListener('dragover', ignore)
      window.removeEventListener('drop', ignore)
    }
  }, [])
}
