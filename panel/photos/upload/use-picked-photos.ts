import { useState } from 'react'
import { isPhotoFile } from '#domain/photo.ts'
import { stagedPhotoNames } from '#panel/outbox/outboxes.ts'
import type { PickedFile, PickedFiles } from '#panel/outbox/picked-files.ts'
import { groupByTarget } from '#panel/outbox/staged-file.ts'
import { useKeptWork } from '#panel/session/kept-work.ts'
import type { PhotoOutbox } from './photo-outbox.ts'
import { addRemarks, NO_REMARKS, type Remarks } from './remarks.ts'
import { offerOtherNames } from './same-names.ts'
import type { UploadTarget } from './upload-target.ts'

/** Picked files and where they will belong. */
export interface PickedGroup {
  files: PickedFile[]
  target: UploadTarget
}

/** Parts picked files into photos and what a person is told of the others. */
export function partPicked({ files, leftOut }: PickedFiles): { photos: PickedFile[]; told: Remarks } {
  const notPhotos = files.filter(({ file }) => !isPhotoFile(file)).map(({ file }) => file.name)
  return {
    photos: files.filter(({ file }) => isPhotoFile(file)),
    told: { ...NO_REMARKS, notPhotos, leftOut },
  }
}

/** Stages picked photos, and tells which of them are not staged. */
export function usePickedPhotos(outbox: PhotoOutbox) {
  const kept: Remarks | undefined = useKeptWork(`picked/${outbox.name}`, (): Remarks | undefined =>
    remarks.renamed.length > 0 ? remarks : undefined,
  )
  const [remarks, setRemarks] = useState<Remarks>(kept ?? NO_REMARKS)

  /** @param told replaces what was told before, except the names that are offered already */
  async function stage(groups: readonly PickedGroup[], told?: Remarks): Promise<void> {
    const seen = new Set(stagedPhotoNames(outbox.userId, outbox.turbineId))
    const added: ((all: Remarks) => Remarks)[] = []
    for (const { files, target } of groups) {
      const { first, offered } = offerOtherNames(files, seen)
      const { accepted: _, ...sorted } = await outbox.stage(first, target)
      added.push((all) => addRemarks(all, { ...sorted, renamed: [...sorted.renamed, ...offered] }, target))
    }
    setRemarks((now) => added.reduce((all, add) => add(all), told ? { ...told, renamed: now.renamed } : now))
  }

  async function takeRenamed() {
    const groups = groupByTarget(remarks.renamed).map(({ target, files }) => ({
      target,
      files: files.map(({ file }) => ({ file, folders: [] })),
    }))
    // At once, so that a second click does not stage them again.
    changeRemarks({ renamed: [] })
    await stage(groups)
  }

  function changeRemarks(change: Partial<Remarks>) {
    setRemarks((now) => ({ ...now, ...change }))
  }

  return { remarks, changeRemarks, stage, takeRenamed }
}
