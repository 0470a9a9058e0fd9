import { useEffect } from 'react'
import { expect, it } from 'vitest'
import { useTellUnlinked } from '#panel/findings/tell-unlinked.ts'
import { answeredFinding } from '../../support/answered-finding.ts'
import { callerOf, openScreen } from '../panel-screen.tsx'

function Changed({ numbers }: { numbers: string[] }) {
  const tell = useTellUnlinked()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const unlinked = numbers.map((number, index) => ({ id: index + 2, number }))
    tell({ finding: answeredFinding(1, { number: 'B-LE-001' }), unlinked })
  }, [])
  return null
}

it('says in one sentence with which findings a changed one is no longer linked', async () => {
  openScreen(callerOf(), <Changed numbers={['A-LE-001', 'A-LE-003']} />)
  await expect
    .poll(() => document.body.textContent)
    .toContain(
      'Kanatlar ya da yıllar artık uymadığı için B-LE-001, A-LE-001 ve A-LE-003 ile bağlantılı değil.',
    )
})

it('says nothing if all links stay', async () => {
  openScreen(callerOf(), <Changed numbers={[]} />)
  await expect.poll(() => document.body.querySelector('section, [role=region]')).toBeTruthy()
  expect(document.body.textContent).not.toContain('bağlantı')
})
