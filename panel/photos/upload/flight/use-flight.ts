import { useState } from 'react'
import { stagedPhotoNames } from '#panel/outbox/outboxes.ts'
import type { PickedFile, PickedFiles } from '#panel/outbox/picked-files.ts'
import { withAcceptedName } from '#panel/outbox/renamed-file.ts'
import { groupByTarget } from '#panel/outbox/staged-file.ts'
import { useKeptWork } from '#panel/session/kept-work.ts'
import { lateScript } from '#panel/ui/late-scripts/late-script.ts'
import { NO_REMARKS, type Remarks } from '../remarks.ts'
import type { UploadTarget } from '../upload-target.ts'
import { useFlightOutbox } from '../use-photo-outboxes.ts'
import { type PickedGroup, partPicked, usePickedPhotos } from '../use-picked-photos.ts'
import type { FlightDrop, FlightFile, FlightGroup } from './flight-groups.ts'

const shotReader = lateScript(() => import('./read-shot.ts'))

/** The photos of which a person is asked where they belong, and what is told of the others afterwards. */
export interface AskedFlight {
  files: FlightFile[]
  drop: FlightDrop
  told: Remarks
  /** Those of staged files, whose places are changed. */
  groups?: FlightGroup[]
}

/** The places of the photos of a flight, when all are known. */
export type FlightTargets = PickedGroup[]

/** Sorts picked photos of a turbine into places, and stages them in one list. */
export function useFlight(turbineId: number) {
  const outbox = useFlightOutbox(turbineId)
  const picked = usePickedPhotos(outbox)
  const kept: AskedFlight | undefined = useKeptWork(
    `flight/${turbineId}`,
    (): AskedFlight | undefined => asked,
  )
  const [asked, setAsked] = useState<AskedFlight | undefined>(kept)
  const [isReading, setReading] = useState(false)

  /** Asks where picked files belong. Those that are staged already, or that the turbine has, are only told. */
  async function ask(files: PickedFiles, drop: FlightDrop): Promise<void> {
    setReading(true)
    try {
      const { photos, told } = partPicked(files)
      const { fresh, listed, duplicates } = await partKnown(photos)
      const tellAll = { ...told, listed, duplicates }
      if (fresh.length === 0) return await picked.stage([], tellAll)
      // Without what the cameras wrote, folders and names still sort the photos.
      const shots = await shotReader
        .load()
        .then(({ readShots }) => readShots(fresh.map(({ file }) => file)))
        .catch(() => [])
      setAsked({ files: fresh.map((photo, index) => ({ ...photo, ...shots[index] })), drop, told: tellAll })
    } finally {
      setReading(false)
    }
  }

  /** Parts photos by whether a staged file, or a photo of the turbine, has their name. */
  async function partKnown(photos: PickedFile[]) {
    const staged = new Set(stagedPhotoNames(outbox.userId, turbineId))
    const taken = await outbox.fetchTakenNames()
    const parts = { fresh: [] as PickedFile[], listed: [] as string[], duplicates: [] as string[] }
    for (const photo of photos) {
      const { name } = withAcceptedName(photo.file)?.file ?? photo.file
      if (staged.has(name)) parts.listed.push(photo.file.name)
      else if (taken.has(name)) parts.duplicates.push(photo.file.name)
      else parts.fresh.push(photo)
    }
    return parts
  }

  /** Asks where staged files belong. */
  function askAgain() {
    const groups = groupByTarget(outbox.files.value).map(({ target, files }, index): FlightGroup => {
      const { category, blade, year } = target
      const room = category === 'blade' ? target.room : undefined
      return {
        id: String(index),
        path: '',
        files: files.map(({ file }) => ({ file, folders: [] })),
        place: { category, blade, room, year },
      }
    })
    const year = groups[0]?.place.year
    if (year !== undefined) setAsked({ files: [], drop: { turbineId, year }, told: NO_REMARKS, groups })
  }

  /** Does what the person has chosen in the dialog. */
  async function settle(groups: FlightTargets) {
    if (asked?.groups) for (const { files, target } of groups) move(files, target)
    else await picked.stage(groups, asked?.told)
    setAsked(undefined)
  }

  function move(files: PickedGroup['files'], target: UploadTarget) {
    const moved = new Set(files.map(({ file }) => file))
    outbox.move(
      outbox.files.value.filter(({ file }) => moved.has(file)),
      target,
    )
  }

  /** The person has decided to stage none of the files. */
  function drop() {
    if (asked && !asked.groups) void picked.stage([], asked.told)
    setAsked(undefined)
  }

  return { ...picked, outbox, asked, isReading, ask, askAgain, settle, drop }
}
