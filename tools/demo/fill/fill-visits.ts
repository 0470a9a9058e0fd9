import type { Services } from '#server/core/env.ts'

/** Every n-th turbine of the list has photos that are newer than the last visits of its users. */
const EVERY_NTH_WITH_NEWS = 4
/** The last visit to such a turbine is this long before its newest photo, in milliseconds. */
const VISITED_BEFORE_MS = 60 * 60 * 1000

/** Adds a visit of every user to every turbine that they may see. Some turbines have got photos since then. */
export async function addVisits({ db }: Services, now: Date): Promise<void> {
  await db.write.transaction().execute(async (transaction) => {
    const users = await transaction.selectFrom('user').select(['id', 'role', 'company_id']).execute()
    const turbines = await transaction
      .selectFrom('turbine')
      .innerJoin('photo', 'photo.turbine_id', 'turbine.id')
      .select(({ fn }) => ['turbine.id', 'turbine.company_id', fn.max('photo.uploaded_at').as('newest')])
      .groupBy('turbine.id')
      .orderBy('turbine.id')
      .execute()
    const visits = turbines.flatMap(({ id, company_id, newest }, index) => {
      const hasNews = index % EVERY_NTH_WITH_NEWS === 0
      const visited = hasNews ? Date.parse(newest) - VISITED_BEFORE_MS : now.getTime()
      return users
        .filter((user) => user.role === 'superadmin' || user.company_id === company_id)
        .map((user) => ({ user_id: user.id, turbine_id: id, visited_at: new Date(visited).toISOString() }))
    })
    // A user may have visited some turbines while the photos were drawn.
    await transaction
      .insertInto('turbine_visit')
      .values(visits)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
