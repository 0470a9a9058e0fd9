import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { RenamedFile } from './renamed-file.ts'

interface RenamedFilesProps {
  files: readonly RenamedFile[]
  /** Stages them under their new names. */
  onAccept: () => void
  onDismiss: () => void
}

/** Offers picked files under names that the server accepts. Nothing without such files. */
export function RenamedFiles({ files, onAccept, onDismiss }: RenamedFilesProps) {
  const text = useText()
  if (files.length === 0) return null
  return (
    <Banner
      tone="info"
      title={text('staging.renamed', { n: files.length })}
      action={
        <Button variant="primary" onClick={onAccept}>
          {text('staging.renamed.accept')}
        </Button>
      }
      onDismiss={onDismiss}
    >
      <ul className="max-h-28 overflow-y-auto text-note break-all">
        {files.map(({ pickedName, file }) => (
          <li key={pickedName}>{`${pickedName} → ${file.name}`}</li>
        ))}
      </ul>
    </Banner>
  )
}
