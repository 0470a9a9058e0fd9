import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'

/** Stands for the preview while the server checks the file. */
export function Checking() {
  const text = useText()
  return (
    <div role="status" className="grid gap-2 sm:col-span-2">
      <span className="sr-only">{text('import.checking')}</span>
      <Skeleton className="h-12" />
      <Skeleton className="h-24" />
    </div>
  )
}
