import { useEffect, useState } from 'react'
import { findRecord } from './next-record.ts'

/**
 * Moves the focus to the row or card of a record that was added, as soon as the list has it.
 *
 * @param records of the list; undefined while they are not known, or while a dialog has the focus
 * @returns a function that takes the id of the added record
 */
export function useAddedRecord(records: readonly { id: number }[] | undefined): (id: number) => void {
  const [added, setAdded] = useState<number>()
  const isListed = added !== undefined && records?.some(({ id }) => id === added)
  useEffect(() => {
    if (!isListed) return
    setAdded(undefined)
    findRecord(added)?.querySelector<HTMLElement>('a, button')?.focus()
  }, [isListed, added])
  return setAdded
}
