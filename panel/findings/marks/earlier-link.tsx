import { useQuery } from '@tanstack/react-query'
import { GitCompareArrows } from 'lucide-react'
import type { Finding } from '#domain/findings/finding.ts'
import { findingsQuery } from '#panel/data/findings.ts'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

interface EarlierLinkProps {
  finding: Finding
  /** Shows the photo of the earlier finding beside the present one. */
  onOpen: (photoId: number) => void
}

/** Shows the same damage in an earlier year, if the finding continues an earlier one on another photo. */
export function EarlierLink({ finding, onOpen }: EarlierLinkProps) {
  const text = useText()
  const { data = [] } = useQuery(findingsQuery(finding.turbine_id))
  const earlier = data.find(({ id }) => id === finding.earlier_id)
  const photoId = earlier?.photo_id
  if (!earlier || photoId == null || photoId === finding.photo_id) return null
  return (
    <Button
      variant="outline"
      size="small"
      icon={GitCompareArrows}
      onClick={() => onOpen(photoId)}
      className="h-auto! w-full py-1.5 whitespace-normal"
    >
      {text('marks.earlier.beside', { number: earlier.number, year: String(earlier.year) })}
    </Button>
  )
}
