import { isSystemFile } from '#domain/files/system-files.ts'
import { FILES_PICKED_MAX } from '#domain/limits.ts'

/** A picked or dropped file. */
export interface PickedFile {
  file: File
  /** The names of the folders that were picked with it, from the outermost one; empty for a file that was picked itself. */
  folders: string[]
}

/** What of a choice cannot be staged, before anybody has looked at the kinds of its files. */
export interface LeftOut {
  /** How many files of the system there are. */
  systemFiles: number
  /** The paths of files and folders that the browser cannot read. */
  unreadable: string[]
  /** True if there are more files than can be picked at once. */
  isCut: boolean
}

export interface PickedFiles {
  files: PickedFile[]
  leftOut: LeftOut
}

export const NOTHING_LEFT_OUT: LeftOut = { systemFiles: 0, unreadable: [], isCut: false }

/** Gathers picked files in their order. */
export class Picking {
  readonly #files: PickedFile[] = []
  readonly #unreadable: string[] = []
  #systemFiles = 0
  #isCut = false

  /** @returns false if there are too many */
  add(file: File, folders: string[]): boolean {
    if (isSystemFile([...folders, file.name].join('/'))) this.#systemFiles += 1
    else if (this.#files.length < FILES_PICKED_MAX) this.#files.push({ file, folders })
    else this.#isCut = true
    return !this.#isCut
  }

  addUnreadable(path: string[]): void {
    this.#unreadable.push(path.join('/'))
  }

  get isCut(): boolean {
    return this.#isCut
  }

  get picked(): PickedFiles {
    const leftOut = { systemFiles: this.#systemFiles, unreadable: this.#unreadable, isCut: this.#isCut }
    return { files: this.#files, leftOut }
  }
}

/** The files of an input. One that picks folders says the path of each file. */
export function filesOfInput({ files }: HTMLInputElement): PickedFiles {
  const picking = new Picking()
  for (const file of files ?? []) {
    const folders = (file.webkitRelativePath ?? '').split('/').slice(0, -1)
    if (!picking.add(file, folders)) break
  }
  return picking.picked
}
