import { useEffect } from 'react'
import { FILE_NAME_MAX_LENGTH, FILE_NAME_WARNING_MS } from '#domain/limits.ts'
import { LeftOutFiles } from '#panel/outbox/left-out-files.tsx'
import { RenamedFiles } from '#panel/outbox/renamed-files.tsx'
import { Banner } from '#panel/ui/banner.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { Remarks } from './remarks.ts'

interface OutboxRemarksProps {
  remarks: Remarks
  /** Changes some parts. */
  onChange: (change: Partial<Remarks>) => void
  /** Stages the renamed files. */
  onRename: () => void
}

/**
 * Lists the picked files that were not staged, with the reason. Offered names and duplicates are shown until dismissed, the others for some
 * seconds.
 */
export function OutboxRemarks({ remarks, onChange, onRename }: OutboxRemarksProps) {
  const text = useText()
  const { notPhotos, renamed, badNames, duplicates, listed } = remarks
  const passing = notPhotos.length + badNames.length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is shown for its full time
  useEffect(() => {
    if (!passing) return
    const timer = setTimeout(() => onChange({ notPhotos: [], badNames: [] }), FILE_NAME_WARNING_MS)
    return () => clearTimeout(timer)
  }, [remarks])

  const lists = [
    { id: 'badNames', names: badNames },
    { id: 'notPhotos', names: notPhotos },
    { id: 'duplicates', names: duplicates },
    { id: 'listed', names: listed },
  ] as const
  return (
    <div aria-live="polite" className="grid gap-2 [&:not(:empty)]:mb-4">
      <RenamedFiles files={renamed} onAccept={onRename} onDismiss={() => onChange({ renamed: [] })} />
      {lists
        .filter(({ names }) => names.length > 0)
        .map(({ id, names }) => (
          <Banner
            key={id}
            tone="warning"
            title={text(`staging.${id}`, { n: names.length, max: FILE_NAME_MAX_LENGTH })}
            onDismiss={() => onChange({ [id]: [] })}
          >
            {/* Those that are listed already are on the screen. */}
            {id !== 'listed' && <NameList names={names} />}
          </Banner>
        ))}
      <LeftOutFiles leftOut={remarks.leftOut} onChange={(leftOut) => onChange({ leftOut })} />
    </div>
  )
}

function NameList({ names }: { names: string[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <ul tabIndex={0} className="max-h-28 overflow-y-auto text-note break-all">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}
