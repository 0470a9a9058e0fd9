import { useState } from 'react'
import { isPhotoFile } from '#domain/photo.ts'
import type { OutboxName } from '#panel/outbox/outboxes.ts'
import type { PickedFile, PickedFiles } from '#panel/outbox/picked-files.ts'
import { groupByTarget, isSameTarget } from '#panel/outbox/staged-file.ts'
import { useKeptWork } from '#panel/session/kept-work.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { FolderGroup } from './folder-groups.ts'
import { addRemarks, NO_REMARKS, type Remarks } from './remarks.ts'
import { offerOtherNames } from './same-names.ts'
import { targetKey } from './target-choice.ts'
import type { UploadTarget } from './upload-target.ts'
import { usePhotoOwners } from './use-photo-outboxes.ts'

type StagedGroups = Pick<FolderGroup, 'files' | 'target'>[]

/** Files of folders, where they were dropped, and what is told of the others when the list of folders is closed. */
interface AskedFolders {
  files: PickedFile[]
  drop: UploadTarget
  told: Remarks
}

/** Picked photos that are not staged yet. */
interface PickedPhotos {
  asked: AskedFolders | undefined
  remarks: Remarks
}

/**
 * Stages picked and dropped files. Those of folders wait until the person has said where each folder belongs.
 *
 * @param name the name of the staged files of the block
 * @param chosen where files without folders belong
 */
export function usePickedPhotos(name: OutboxName, chosen: UploadTarget | undefined) {
  const text = useText()
  const notify = useNotify()
  const ownerOf = usePhotoOwners()
  const kept: PickedPhotos | undefined = useKeptWork<PickedPhotos>(`picked/${name}`, () =>
    asked || remarks.renamed.length > 0 ? { asked, remarks } : undefined,
  )
  const [remarks, setRemarks] = useState<Remarks>(kept?.remarks ?? NO_REMARKS)
  const [asked, setAsked] = useState<AskedFolders | undefined>(kept?.asked)

  async function take({ files, leftOut }: PickedFiles) {
    if (!chosen) return
    const photos = files.filter(({ file }) => isPhotoFile(file))
    const others = files.filter(({ file }) => !isPhotoFile(file)).map(({ file }) => file.name)
    const told = { ...NO_REMARKS, notPhotos: others, leftOut }
    if (photos.some(({ folders }) => folders.length > 0)) setAsked({ files: photos, drop: chosen, told })
    else await stage([{ files: photos, target: chosen }], told)
  }

  /** Stages the files of folders. */
  async function stageFolders(groups: StagedGroups) {
    const count = await stage(groups, asked?.told)
    const places = new Set(groups.map(({ target }) => targetKey(target)))
    const isElsewhere = groups.some(({ target }) => asked && !isSameTarget(target, asked.drop))
    setAsked(undefined)
    if (count === 0 || !isElsewhere) return
    const title = text('folders.staged', { n: count, places: places.size })
    notify({ tone: 'success', title, message: text('folders.staged.text') })
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

  /**
   * @param told replaces what was told before, except the names that are offered already
   * @returns how many files are staged now
   */
  async function stage(groups: StagedGroups, told?: Remarks): Promise<number> {
    const seen = new Set<string>()
    const added: ((all: Remarks) => Remarks)[] = []
    let count = 0
    for (const { files, target } of groups) {
      const { first, offered } = offerOtherNames(files, seen)
      const { accepted, ...sorted } = await ownerOf(target).stage(first, target)
      added.push((all) => addRemarks(all, { ...sorted, renamed: [...sorted.renamed, ...offered] }, target))
      count += accepted.length
    }
    setRemarks((now) => added.reduce((all, add) => add(all), told ? { ...told, renamed: now.renamed } : now))
    return count
  }

  function changeRemarks(change: Partial<Remarks>) {
    setRemarks((now) => ({ ...now, ...change }))
  }

  /** The person has decided to stage none of the files of folders. */
  function dropFolders() {
    if (asked) setRemarks(({ renamed }) => ({ ...asked.told, renamed }))
    setAsked(undefined)
  }

  return { remarks, changeRemarks, take, takeRenamed, asked, stageFolders, dropFolders }
}
