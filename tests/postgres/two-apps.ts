/** Two processes of the server that share one database and one bucket. */
import { Client } from '../support/accounts.ts'
import { TestBucket } from '../support/servers/test-bucket.ts'
import { TestDatabase } from '../support/servers/test-databases.ts'
import { TestApp } from '../support/test-app.ts'

/** Opens both until `stack` is disposed of. The parameters are those of `TestApp.open`. */
export async function openTwoApps(
  stack: AsyncDisposableStack,
  env: Record<string, string> = {},
  jobs?: 'run' | 'wait',
): Promise<{ one: TestApp; other: TestApp; bucket: TestBucket }> {
  const bucket = stack.use(await TestBucket.start())
  const shared = { ...bucket.env, DATABASE_URL: stack.use(await TestDatabase.make()).url, ...env }
  const open = async () => stack.use(await TestApp.open(shared, undefined, jobs))
  return { one: await open(), other: await open(), bucket }
}

/** The same user at this process, with the token that another one has made. */
export const clientAt = ({ app }: TestApp, { token, cookie }: Client) => new Client(app, token, cookie)
