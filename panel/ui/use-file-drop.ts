import { type DragEvent, useEffect, useRef, useState } from 'react'

interface FileDrop {
  disabled: boolean
  /** Called while the browser handles the drop: what is dropped can be read only then. */
  onDrop: (dropped: DataTransfer) => void
}

/**
 * Handlers for files and folders that are dropped on an element. `over` is true while files are dragged over it. An element inside that
 * takes files itself takes them alone.
 */
export function useFileDrop({ disabled, onDrop }: FileDrop) {
  const [over, setOver] = useState(false)
  // The browser sends `dragenter` for a child before `dragleave` for its parent, so only the last `dragleave` counts.
  const depth = useRef(0)
  const carriesFiles = (event: DragEvent) => !disabled && event.dataTransfer.types.includes('Files')

  const dropHandlers = {
    'data-takes-files': true,
    onDragEnter(event: DragEvent) {
      if (!carriesFiles(event)) return
      depth.current += 1
      setOver(isInnermost(event))
    },
    onDragOver(event: DragEvent) {
      if (carriesFiles(event)) event.preventDefault()
    },
    onDragLeave() {
      depth.current = Math.max(0, depth.current - 1)
      if (depth.current === 0) setOver(false)
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      depth.current = 0
      setOver(false)
      if (carriesFiles(event) && isInnermost(event)) onDrop(event.dataTransfer)
    },
  }
  return { over, dropHandlers }
}

function isInnermost({ target, currentTarget }: DragEvent): boolean {
  return !(target instanceof Element) || target.closest('[data-takes-files]') === currentTarget
}

/** Prevents the browser from opening a file that is dropped outside of the elements that take files. */
export function usePreventFileOpening() {
  useEffect(() => {
    const ignore = (event: globalThis.DragEvent) => event.preventDefault()
    window.addEventListener('dragover', ignore)
    window.addEventListener('drop', ignore)
    return () => {
      window.removeEventListener('dragover', ignore)
      window.removeEventListener('drop', ignore)
    }
  }, [])
}
