import { useEffect, useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { BLADES, type Blade, type Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { LeaveDialog } from '#panel/ui/leave-dialog.tsx'
import { unsavedWork } from '#panel/ui/unsaved-work.ts'
import { BladeBlock } from './blade-block.tsx'

interface BladeBlocksProps {
  turbine: Turbine
  /** Every blade photo of the turbine. */
  photos: Photo[]
}

/** One block for each blade, and the care that no staged file is lost by leaving. */
export function BladeBlocks({ turbine, photos }: BladeBlocksProps) {
  const [holding, setHolding] = useState<ReadonlySet<Blade>>(new Set())
  const holdsFiles = holding.size > 0

  const onHolding = (blade: Blade, holds: boolean) => {
    setHolding((before) => {
      const next = new Set(before)
      if (holds) next.add(blade)
      else next.delete(blade)
      return next
    })
  }

  useEffect(() => {
    unsavedWork.value = holdsFiles
    return () => {
      unsavedWork.value = false
    }
  }, [holdsFiles])
  useBeforeUnload((event) => {
    if (unsavedWork.value) event.preventDefault()
  })
  // A lost session leads to the sign-in page, whatever is staged: nothing could be uploaded any more.
  const blocker = useBlocker(({ nextLocation }) => holdsFiles && nextLocation.pathname !== '/login')
  useNoStrayDrops()

  return (
    <div className="grid gap-6">
      {BLADES.map((blade) => (
        <BladeBlock key={blade} turbine={turbine} blade={blade} photos={photos} onHolding={onHolding} />
      ))}
      <LeaveDialog
        open={blocker.state === 'blocked'}
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      />
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
