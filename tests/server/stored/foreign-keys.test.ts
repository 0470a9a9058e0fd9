/** Whoever deletes a record makes the database look for the rows that name it: without an index it reads their whole table, while all others wait. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { TestApp } from '../../support/test-app.ts'

it('each column that names another record has an index with all of its rows', async () => {
  // PostgreSQL has the same indexes, which another test compares.
  await using testApp = await TestApp.open({ DATABASE_URL: '' })
  // A column such as person_id names a record also without a foreign key: triggers look for it.
  const { rows } = await sql<{ name: string }>`
    with naming as (
      select child.name as child, named."from" as name
      from sqlite_schema as child, pragma_foreign_key_list(child.name) as named
      where child.type = 'table'
      union
      select child.name, part.name
      from sqlite_schema as child, pragma_table_info(child.name) as part, sqlite_schema as parent
      where child.type = 'table' and parent.type = 'table' and part.name = parent.name || '_id')
    select child || '.' || name as name
    from naming
    where not exists (
      select 1 from pragma_index_list(child) as listed, pragma_index_info(listed.name) as part
      where part.seqno = 0 and part.name = naming.name
      and (listed.partial = 0 or exists (
        select 1 from sqlite_schema as made
        where made.name = listed.name and made.sql like '%where ' || naming.name || ' is not null')))
    and not exists (
      select 1 from pragma_table_info(child) as key where key.name = naming.name and key.pk = 1)
    order by name`.execute(testApp.services.db.write)
  expect(rows.map(({ name }) => name)).toEqual([])
})
