import { useRef, useState } from 'react'
import { readTableFile, type TableFile, type UnreadableFile } from './read-table-file.ts'

/** The file that is picked, as text. @param onFile called with the chosen file; undefined if it cannot be read */
export function useChosenFile(onFile: (file: TableFile | undefined) => void) {
  const [chosen, setChosen] = useState<{ id: number; unreadable?: UnreadableFile }>({ id: 0 })
  const newest = useRef(0)
  async function choose(picked: File) {
    newest.current += 1
    const id = newest.current
    const read = await readTableFile(picked)
    // A file that was chosen later counts.
    if (id !== newest.current) return
    const isUnreadable = 'fault' in read
    setChosen(isUnreadable ? { id, unreadable: read } : { id })
    onFile(isUnreadable ? undefined : read)
  }
  return { unreadable: chosen.unreadable, fileId: chosen.id, choose }
}
