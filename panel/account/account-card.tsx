import { type ReactNode, useId } from 'react'
import { Card } from '#panel/ui/card.tsx'

/** A part of the account page. */
export function AccountCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="p-6">
      <h2 id={id} className="mb-4 text-section font-semibold text-ink">
        {title}
      </h2>
      {children}
    </Card>
  )
}
