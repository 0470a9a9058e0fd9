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
  usePreventFileOpening()
  return (
    <div className="grid gap-6">
      {BLADES.map((blade) => (
        <BladeBlock key={blade} turbine={turbine} blade={blade} photos={photos} />
      ))}
    </div>
  )
}

/** Prevents the browser from opening a file that is dropped outside of a block. */
function usePreventFileOpening() {
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
