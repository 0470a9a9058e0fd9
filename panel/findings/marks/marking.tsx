import { useSignals } from '@preact/signals-react/runtime'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Finding } from '#domain/findings/finding.ts'
import type { FindingMeasure } from '#domain/findings/finding-type.ts'
import { makeRandomKey } from '#domain/random-key.ts'
import type { Turbine } from '#domain/turbine.ts'
import { storageOf } from '#panel/outbox/staged-file.ts'
import { storedChoice } from '#panel/preferences/stored-choice.ts'
import { useKeptState } from '#panel/session/kept-work.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import type { MarkTool } from '#panel/ui/keys/mark-keys.ts'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import type { FindingKind } from '../finding-values.ts'
import { FINDING_PARAM } from '../open-finding.ts'
import { KeptReference, KeptWork, markingName } from '../outbox/kept-marks.ts'
import {
  changeWork,
  type Draft,
  isOnItsWay,
  type MarkingAction,
  type MarkingWork,
  NO_WORK,
  newKey,
} from '../outbox/marking-work.ts'
import { useFindingOutbox } from '../outbox/use-finding-outbox.ts'
import { useSavedFinding } from '../outbox/use-saved-finding.ts'

const visibility = storedChoice<'shown' | 'hidden'>({
  key: 'kanat.finding-marks',
  choices: ['shown', 'hidden'],
  initial: () => 'shown',
  withoutStorage: 'shown',
})

/** Whether the marks are on the photos. It stays for the next visit. */
export const marksVisibility = visibility.value

export function toggleMarks(): void {
  visibility.choose(marksVisibility.value === 'shown' ? 'hidden' : 'shown')
}

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
  useSignals()
  const outbox = useFindingOutbox()
  const [typed, setWork] = useKeptState(markingName(turbine.id), KeptWork, NO_WORK)
  const { value: waiting } = outbox.drafts
  const work = useMemo(() => withWaiting(typed, waiting, turbine.id), [typed, waiting, turbine.id])
  const [tool, setTool] = useState<MarkTool>()
  /** The kind of the finding that was kept last, and whether the next one repeats it. */
  const [lastKind, setLastKind] = useState<FindingKind>()
  const [isRepeating, setRepeating] = useState(false)
  /** The field of the open form for which something is measured on the photo. */
  const [measuring, measure] = useState<FindingMeasure>()
  /** The line whose known length is asked for. */
  const [reference, askForLength] = useKeptState(`reference/${turbine.id}`, KeptReference, null)
  /** The photo whose marks are on the screen. */
  const shownPhotoId = useRef<number>(undefined)
  const change = useCallback(
    (action: MarkingAction) => {
      // A drag that began before the draft was saved may end after it. It must not make a second draft of the finding.
      const changed = 'draft' in action && action.do !== 'begin' ? action.draft.key : undefined
      if (!outbox.drafts.peek().some(({ key }) => key === changed))
        setWork((former) => changeWork(former, action))
    },
    [setWork, outbox],
  )
  const saved = useSavedFinding((draft) => {
    const key = newKey()
    change({ do: 'begin', draft: { ...draft, key } })
    // Its form is no form beside a photo: the page offers it.
    if (draft.photoId === null) change({ do: 'put aside', key })
  })
  const { get, change: changeAddress } = useAddressParams()
  const isFormOpen = typed.drafts.some(({ status }) => status === 'open') || get(FINDING_PARAM) !== undefined
  useEffect(() => {
    const screen = {
      turbineId: turbine.id,
      tellSaved: (finding: Finding, before: Finding | undefined) =>
        saved.tellSaved(finding, before, turbine.company_id),
      isFree: (photoId: number | null) => shownPhotoId.current === photoId && !isFormOpen,
      showFinding: (id: number) => changeAddress({ [FINDING_PARAM]: String(id) }),
    }
    outbox.screen = screen
    return () => {
      if (outbox.screen === screen) outbox.screen = undefined
    }
  })
  /** Sends a draft; without a connection it waits. */
  const send = useCallback(
    async (draft: Draft, attempt = makeRandomKey()) => {
      change({ do: 'send', key: draft.key, attempt })
      const isStored = await outbox.save({
        turbineId: turbine.id,
        companyId: turbine.company_id,
        attempt,
        draft,
      })
      if (isStored) change({ do: 'settle', attempt })
    },
    [change, outbox, turbine.id, turbine.company_id],
  )
  const isStored = storageOf(outbox.files.value) === 'stored'
  const unsent = typed.drafts.find(({ status }) => status === 'waiting')
  useEffect(() => {
    if (unsent) void send(unsent, unsent.attempt)
  }, [unsent, send])
  const latest = useRef(saved.undoLast)
  useEffect(() => {
    latest.current = saved.undoLast
  })
  /** Whether the list of all keys is open. */
  const [areKeysShown, showKeys] = useState(false)
  useUnsavedWork(typed.outline !== null || !typed.drafts.every(isOnItsWay) || reference !== null, 'changes', {
    discard: () => {
      change({ do: 'drop unsent' })
      askForLength(null)
    },
  })
  return useMemo(
    () => ({
      turbine,
      work,
      change,
      tool,
      lastKind,
      isRepeating,
      /** Starts to draw with a tool; undefined stops. */
      choose(next: MarkTool | undefined, repeats = false) {
        setTool(next)
        setRepeating(repeats)
      },
      setLastKind,
      measuring,
      /** Starts to measure for a field; undefined stops. */
      measure,
      reference,
      askForLength,
      shownPhotoId,
      send,
      /** False if the browser cannot store what waits. */
      isStored,
      /** Undoes what was saved last. @returns false if there is nothing */
      undoSaved: () => latest.current(),
      areKeysShown,
      showKeys,
    }),
    [
      turbine,
      work,
      change,
      send,
      isStored,
      tool,
      lastKind,
      isRepeating,
      measuring,
      reference,
      askForLength,
      areKeysShown,
    ],
  )
}

/** What is typed on a turbine, and what was saved there and waits. */
function withWaiting(
  typed: MarkingWork,
  waiting: readonly (Draft & { turbineId: number })[],
  turbineId: number,
): MarkingWork {
  const here = waiting.filter((draft) => draft.turbineId === turbineId)
  if (here.length === 0) return typed
  const keys = new Set(here.map(({ key }) => key))
  return { ...typed, drafts: [...typed.drafts.filter(({ key }) => !keys.has(key)), ...here] }
}
