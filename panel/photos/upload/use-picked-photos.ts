import { useState } from 'react'
import { isPhotoFile } from '#domain/photo.ts'
import type { PickedFile, PickedFiles } from '#panel/staging/picked-files.ts'
import { groupByTarget, isSameTarget } from '#panel/staging/staged-file.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { FolderGroup } from './folder-groups.ts'
import { addRemarks, NO_REMARKS, type Remarks } from './remarks.ts'
import { offerOtherNames } from './same-names.ts'
import { targetKey } from './target-choice.ts'
import type { UploadTarget } from './upload-target.ts'
import { usePhotoOwners } from './use-photo-stagings.ts'

type StagedGroups = Pick<FolderGroup, 'files' | 'target'>[]

/**
 * Stages picked and dropped files. Those of folders wait until the person has said where each folder belongs.
 *
 * @param chosen where files without folders belong
 */
export function usePickedPhotos(chosen: UploadTarget | undefined) {
  const text = useText()
  const notify = useNotify()
  const ownerOf = usePhotoOwners()
  const [remarks, setRemarks] = useState(NO_REMARKS)
  /** The files of folders, where they were dropped, and what is told of the others when the list of folders is closed. */
  const [asked, setAsked] = useState<{ files: PickedFile[]; drop: UploadTarget; told: Remarks }>()

  async function take({ files, leftOut }: PickedFiles) {
    if (!chosen) return
    const photos = files.filter(({ file }) => isPhotoFile(file))
    const others = files.filter(({ file }) => !isPhotoFile(file)).map(({ file }) => file.name)
    // The names that are offered already stay offered.
    const told = { ...NO_REMARKS, notPhotos: others, renamed: remarks.renamed, leftOut }
    if (photos.some(({ folders }) => folders.length > 0)) setAsked({ files: photos, drop: chosen, told })
    else await stage([{ files: photos, target: chosen }], told)
  }

  /** Stages the files of folders. */
  async function stageFolders(groups: StagedGroups) {
    const count = await stage(groups, asked?.told ?? NO_REMARKS)
    const places = new Set(groups.map(({ target }) => targetKey(target)))
    const isElsewhere = groups.some(({ target }) => asked && !isSameTarget(target, asked.drop))
    setAsked(undefined)
    if (count === 0 || !isElsewhere) return
    const title = text('folders.staged', { n: count, places: places.size })
    notify({ tone: 'success', title, message: text('folders.staged.text') })
  }

  async function takeRenamed() {
    const offered = remarks.renamed.flatMap(({ file, target = chosen }) => (target ? [{ file, target }] : []))
    const groups = groupByTarget(offered).map(({ target, files }) => ({
      target,
      files: files.map(({ file }) => ({ file, folders: [] })),
    }))
    await stage(groups, NO_REMARKS)
  }

  /** @returns how many files are staged now */
  async function stage(groups: StagedGroups, told: Remarks): Promise<number> {
    const seen = new Set<string>()
    let all = told
    let count = 0
    for (const { files, target } of groups) {
      const { first, offered } = offerOtherNames(files, seen)
      const { accepted, ...sorted } = await ownerOf(target).stage(first, target)
      const isChosen = chosen !== undefined && isSameTarget(target, chosen)
      all = addRemarks(
        all,
        { ...sorted, renamed: [...sorted.renamed, ...offered] },
        isChosen ? undefined : target,
      )
      count += accepted.length
    }
    setRemarks(all)
    return count
  }

  /** The person has decided to stage none of the files of folders. */
  function dropFolders() {
    if (asked) setRemarks(asked.told)
    setAsked(undefined)
  }

  return { remarks, setRemarks, take, takeRenamed, asked, stageFolders, dropFolders }
}
