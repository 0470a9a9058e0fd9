import type { Inspection } from '#domain/inspections/inspection.ts'
import { type Client, readData } from './builders.ts'

/** Sends the inspection of a turbine and a year on, as somebody who has just read it. */
export async function moveInspection(
  client: Client,
  turbine: number,
  year: number,
  to: string,
  reason = '',
): Promise<Response> {
  const path = `/api/turbines/${turbine}/inspections/${year}`
  const { revision } = await readData<Inspection>(await client.get(path))
  return client.json('POST', `${path}/transitions`, { to, revision, reason })
}

/** Publishes the inspection of a turbine and a year, so that customers and viewers see its findings and its state counts. @throws if it is refused */
export async function publishInspection(client: Client, turbine: number, year: number): Promise<void> {
  const answer = await moveInspection(client, turbine, year, 'published', 'Test')
  if (!answer.ok) throw new Error(`Publishing was answered with ${answer.status}: ${await answer.text()}`)
}
