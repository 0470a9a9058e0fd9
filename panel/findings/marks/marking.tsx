import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react'
import type { Turbine } from '#domain/turbine.ts'
import { storedChoice } from '#panel/preferences/stored-choice.ts'
import { useKeptState } from '#panel/session/kept-work.ts'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import type { FindingKind } from '../finding-values.ts'
import { KeptReference, KeptWork } from './kept-marks.ts'
import type { MarkTool } from './mark-keys.ts'
import { changeWork, type MarkingAction, NO_WORK } from './marking-work.ts'

const visibility = storedChoice<'shown' | 'hidden'>({
  key: 'kanat.finding-marks',
  choices: ['shown', 'hidden'],
  initial: () => 'shown',
  withoutStorage: 'shown',
})

/** Whether the marks are on the photos. It stays for the next visit. */
export const marksVisibility = visibility.value
export const setMarksVisibility = visibility.choose

export type Marking = ReturnType<typeof useMarkingState>

const MarkingContext = createContext<Marking | undefined>(undefined)

/**
 * Holds what is drawn and typed on the photos of a turbine. It must be around the whole screen, so that an unfinished finding is there
 * again when its photo is opened again. The panel asks before the user leaves the screen.
 */
export function MarkingProvider({ turbine, children }: { turbine: Turbine; children: ReactNode }) {
  return <MarkingContext value={useMarkingState(turbine)}>{children}</MarkingContext>
}

export function useMarking(): Marking {
  const marking = useContext(MarkingContext)
  if (!marking) throw new Error('There is no MarkingProvider around this component.')
  return marking
}

function useMarkingState(turbine: Turbine) {
  const [work, setWork] = useKeptState(`marks/${turbine.id}`, KeptWork, NO_WORK)
  const [tool, setTool] = useState<MarkTool>()
  /** The kind of the finding that was kept last, and whether the next one repeats it. */
  const [lastKind, setLastKind] = useState<FindingKind>()
  const [isRepeating, setRepeating] = useState(false)
  /** The line whose known length is asked for. */
  const [reference, askForLength] = useKeptState(`reference/${turbine.id}`, KeptReference, null)
  /** The photo whose marks are on the screen. */
  const shownPhotoId = useRef<number>(undefined)
  useUnsavedWork(work !== NO_WORK || reference !== null, 'changes', {
    discard: () => {
      setWork(NO_WORK)
      askForLength(null)
    },
  })
  return useMemo(
    () => ({
      turbine,
      work,
      change: (action: MarkingAction) => setWork((former) => changeWork(former, action)),
      tool,
      lastKind,
      isRepeating,
      /** Starts to draw with a tool; undefined stops. */
      choose(next: MarkTool | undefined, repeats = false) {
        setTool(next)
        setRepeating(repeats)
      },
      setLastKind,
      reference,
      askForLength,
      shownPhotoId,
    }),
    [turbine, work, setWork, tool, lastKind, isRepeating, reference, askForLength],
  )
}
