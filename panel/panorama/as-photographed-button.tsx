import { useSignals } from '@preact/signals-react/runtime'
import { useQueries } from '@tanstack/react-query'
import { RotateCwSquare } from 'lucide-react'
import { panoramaQuery } from '#panel/data/photo-details.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { areLevelled, setLevelled } from './level-choice.ts'

interface AsPhotographedButtonProps {
  turbineId: number
  /** The photos on the screen. */
  photoIds: number[]
}

/** Shows the spheres as they were photographed, or levelled again. Nothing if all of them were photographed level. */
export function AsPhotographedButton({ turbineId, photoIds }: AsPhotographedButtonProps) {
  useSignals()
  const text = useText()
  const panoramas = useQueries({ queries: photoIds.map((id) => panoramaQuery(turbineId, id)) })
  if (!panoramas.some(({ data }) => data?.pose)) return null
  return (
    <IconButton
      onDark
      label={text('panorama.asPhotographed')}
      icon={RotateCwSquare}
      aria-pressed={!areLevelled.value}
      onClick={() => setLevelled(!areLevelled.value)}
    />
  )
}
