/** Runs the commands of the pages for operators and authors of clients as they stand there, on a copy of this machine. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jpeg } from '../support/builders.ts'
import { ACCOUNT, DATA_DIR, KanatOnMachine } from './kanat.ts'
import { Machine, whyNoMachine } from './machine.ts'
import { type Block, PAGES, readBlocks } from './page-commands.ts'

/** A server that the pages name as an example, and the one on the machine. */
const EXAMPLE = ['https://objects.example:9000', 'http://127.0.0.1:9000'] as const

/** Blocks that this test does not run, by the first words of one of their commands, each with the reason. */
const NOT_RUN: Record<string, string> = {
  'npm run demo': 'a fresh clone runs the two commands of the README',
  'npm ci && npm run build && npm start': 'needs the network; every journey runs the built server',
  'npm run content': 'tests/site/content-commands.test.ts runs it',
  'npm run --silent audit': 'tests/server/audit/audit-command.sql.test.ts runs it',
  'npm run keys': 'tests/server/dossiers/leaked-key.sql.test.ts runs them',
  'npm run dossier': 'tests/server/dossiers/dossier-verification.slow.store.test.ts runs it',
  'sha256sum -c':
    'tests/server/dossiers/dossier-verification.slow.store.test.ts runs both commands on unpacked dossiers',
  'git clone --branch main': 'needs the network',
  'systemctl restart kanat@$port':
    'tests/postgres/servers/behind-nginx.slow.test.ts restarts both servers while they work',
  'docker build': '`npm run container` builds and starts the image without Docker',
}

const blocks = PAGES.flatMap(readBlocks)
const runBlocks = new Set<Block>()
const why = whyNoMachine()

describe.skipIf(why !== undefined)(`the operator's pages${why ? ` (skipped: ${why})` : ''}`, () => {
  let machine: Machine
  let kanat: KanatOnMachine
  let turbine: number
  let key: string
  let sha256: string

  beforeAll(async () => {
    machine = await Machine.start()
    const photo = await jpeg({ width: 800, height: 600 })
    for (const name of ['first', 'second', 'third']) {
      machine.run(`base64 --decode > /tmp/${name}.jpg`, photo.toString('base64'))
    }
    sha256 = machine.run('sha256sum /tmp/first.jpg').slice(0, 64)
    machine.run(
      'pg_lsclusters --no-header | grep -q . || pg_createcluster 15 main; systemctl start postgresql',
    )
    kanat = new KanatOnMachine(machine)
  })
  afterAll(() => machine?.[Symbol.asyncDispose]())

  /** Runs the block of this chapter that has this command, after the block that sets the values of the server. */
  function follow(chapter: string, command: string, input = ''): string {
    const block = blocks.find((one) => one.chapter === chapter && one.commands.includes(command))
    if (!block) throw new Error(`The chapter "${chapter}" has no block with the command "${command}".`)
    runBlocks.add(block)
    return machine.run(
      `${block.page === 'README.md' ? 'cd /opt/kanat' : values()}\n${block.commands.replaceAll(...EXAMPLE)}`,
      input,
    )
  }

  /** The commands that set the values of the server for all others. Before the installation there are none. */
  function values(): string {
    const block = blocks.find(({ commands }) => commands.includes('set -a; . /etc/kanat.env')) as Block
    runBlocks.add(block)
    return `if [ -f /etc/kanat.env ]; then\n${block.commands}\nfi`
  }

  /** Signs in again, because a backup has no sessions, and expects the same. */
  function servesAfterRestore(): void {
    kanat.answers()
    kanat.signIn()
    servesThePhoto()
  }

  /** Expects that the server runs and serves the first photo as it was uploaded. */
  function servesThePhoto(): void {
    kanat.answers()
    expect(kanat.hashOf(key)).toBe(sha256)
    expect(machine.run('find /var/lib/kanat -mindepth 1 ! -user kanat')).toBe('')
  }

  it('install a server, which gets its first user and a photo', () => {
    follow('Installing on Debian', 'useradd --system')
    kanat.answers()
    follow('Installing on Debian', 'npm run user -- add', ACCOUNT.password)
    expect(follow('Installing on Debian', 'npm run user -- list', ACCOUNT.password)).toContain(ACCOUNT.email)
    kanat.signIn()
    const draft = { city: 'izmir', code: 'T1', location: 'Karaburun', company_id: 999 }
    turbine = kanat.json<{ data: { id: number } }>('POST', '/api/turbines', draft).data.id
    key = kanat.upload(turbine, '/tmp/first.jpg')
    servesThePhoto()
  })

  it('save and restore SQLite and the disk, without mails and secrets', () => {
    kanat.json('POST', '/api/auth/password-reset', { email: ACCOUNT.email })
    machine.run(`until ls /var/lib/kanat/8080/outbox/*.eml; do sleep 0.1; done`)
    expect(follow('Saving and restoring', 'npm run backup')).toContain('is complete')
    expect(machine.run('ls /backups/*')).not.toMatch(/outbox|secret/)
    kanat.json('DELETE', `/api/turbines/${turbine}`)
    follow('Saving and restoring', 'cp --archive "/backups/$(date +%F)"')
    servesAfterRestore()
  })

  it('erase at once what was deleted', () => {
    expect(follow('Erasing deleted data', 'npm run maintain')).toContain('is erased')
    servesThePhoto()
  })

  it('list a file without a row, and remove it', () => {
    const stray = `${DATA_DIR}/files/turbines/${turbine}/photos/1-stray.jpg`
    machine.run(`runuser --user kanat -- cp /tmp/second.jpg ${stray}; touch --date '2 days ago' ${stray}`)
    const output = follow('Files without a row', '--confirm')
    expect(output).toMatch(/1-stray\.jpg[\s\S]*1 file/)
    expect(machine.run(`ls ${stray} || echo removed`)).toContain('removed')
    servesThePhoto()
  })

  it('tell the users something, and end it', () => {
    const notice = () => kanat.json<{ data: { en: string } | null }>('GET', '/api/notice').data
    follow('Telling the users something', 'echo')
    expect(notice()?.en).toContain('maintenance')
    follow('Telling the users something', 'rm')
    expect(notice()).toBeNull()
    servesThePhoto()
  })

  it('upgrade', () => {
    machine.run('ln -s /srv/project /opt/kanat.new')
    follow('Upgrading', 'mv /opt/kanat /opt/kanat.old')
    servesThePhoto()
  })

  it('move everything to PostgreSQL and a bucket', () => {
    follow('Setting up', 'createdb --owner=kanat')
    machine.run(
      'nohup /opt/kanat/node_modules/.bin/node /opt/kanat/tests/operator/bucket-server.ts > /var/log/bucket.log 2>&1 & until [ -f /run/bucket-is-ready ]; do sleep 0.1; done',
    )
    machine.run('printf "AWS_ACCESS_KEY_ID=test\\nAWS_SECRET_ACCESS_KEY=test\\n" >> /etc/kanat.env')
    expect(follow('Moving from one to the other', '--to-database postgres://')).toContain('is complete')
    follow('Moving from one to the other', `echo "STORE_URL=`)
    servesThePhoto()
    follow('Changing rows by hand', 'update revision')
  })

  it('put two servers behind nginx, which shows Kanat and not its own page', () => {
    machine.run('systemctl stop kanat@8080; systemctl start nginx')
    follow('nginx and systemd', 'systemctl enable --now kanat@8081')
    for (const port of [8081, 8082, 80]) new KanatOnMachine(machine, port).answers()
    expect(machine.run('curl --silent http://127.0.0.1/')).toContain('Kanat')
    machine.run('systemctl stop kanat@8081 kanat@8082; rm --recursive /var/lib/kanat/808[12]')
  })

  it('go back to the backup before the move', () => {
    follow('Moving from one to the other', 'cp --archive /backups/before-the-move')
    servesAfterRestore()
  })

  it('save PostgreSQL and the disk twice, the second time as links, and restore it', () => {
    machine.run('systemctl stop kanat@8080; runuser --user postgres -- dropdb kanat')
    machine.run(
      'runuser --user postgres -- createdb --owner=kanat --encoding=UTF8 --template=template0 kanat',
    )
    const target = 'postgres://kanat:choose-one@localhost/kanat'
    machine.run(`${values()}\nrunuser --user kanat -- npm run move -- --to-database ${target} --confirm`)
    follow('Setting up', 'echo "DATABASE_URL=')
    // The last page needs SQLite again.
    machine.run('mv /backups/before-the-move /var/lib/kanat/rows')
    machine.run('systemctl start kanat@8080; rm --recursive /backups /var/lib/kanat/8080.before')
    kanat.answers()

    follow('Saving and restoring PostgreSQL', 'pg_dump')
    const second = kanat.upload(turbine, '/tmp/second.jpg')
    machine.run('echo 2031-01-02 > /run/day')
    follow('Saving and restoring PostgreSQL', 'pg_dump')
    const links = (name: string) => machine.run(`stat --format=%h /backups/2031-01-02/files/${name}`).trim()
    expect([links(key), links(second)]).toEqual(['2', '1'])

    kanat.json('DELETE', `/api/turbines/${turbine}`)
    expect(follow('Saving and restoring PostgreSQL', 'pg_restore')).toContain('is complete')
    servesAfterRestore()
    expect(kanat.hashOf(second)).toBe(sha256)
    expect(kanat.upload(turbine, '/tmp/third.jpg')).toContain('third.jpg')
  })

  it('save and restore SQLite beside a bucket', () => {
    machine.run('systemctl stop kanat@8080; rm --recursive /var/lib/kanat/8080.before')
    machine.run(
      `${values()}
       mv "$DATA_DIR" /tmp/old; mv /var/lib/kanat/rows "$DATA_DIR"
       unset DATABASE_URL
       sed --in-place '/^DATABASE_URL=/d' /etc/kanat.env
       runuser --user kanat -- npm run move -- --to-store 's3://second?endpoint=${EXAMPLE[1]}' --confirm
       echo "STORE_URL='s3://second?endpoint=${EXAMPLE[1]}'" >> /etc/kanat.env
       systemctl start kanat@8080`,
    )
    servesAfterRestore()
    follow('Saving and restoring a bucket', 'vacuum into')
    kanat.json('PUT', `/api/turbines/${turbine}`, { city: 'izmir', code: 'T2', location: 'Karaburun' })
    expect(follow('Saving and restoring a bucket', '"$DATA_DIR/"\nchown')).toContain('is complete')
    servesAfterRestore()
    expect(kanat.json<{ turbine: { code: string } }>('GET', `/api/turbines/${turbine}`).turbine.code).toBe(
      'T1',
    )
  })

  it('call the API as its page says', () => {
    const draft = { city: 'izmir', code: 'T-07', location: 'Karaburun', company_id: 999 }
    kanat.json('POST', '/api/turbines', draft)
    const ofPage = blocks.filter(({ page }) => page === 'docs/api.md')
    for (const block of ofPage) runBlocks.add(block)
    // In one shell, because a call uses what the ones before it have answered.
    const calls = ofPage
      .map(({ commands }) => commands)
      .join('\n')
      .replaceAll('https://kanat.example', 'http://127.0.0.1:8080')
      .replaceAll('your-password', ACCOUNT.password)
    machine.run(
      `mkdir /tmp/client; cd /tmp/client; cp /tmp/first.jpg blade-a-tip.jpg; echo %PDF-1.7 > inspection.pdf\n${calls}`,
    )
    expect(machine.run('head --bytes=5 /tmp/client/report.pdf')).toBe('%PDF-')
    expect(machine.run('head --bytes=4 /tmp/client/thumbnail.webp')).toBe('RIFF')
    expect(machine.run('cat /tmp/client/findings.csv')).toContain('A-LE-001')
    expect(machine.run('cat /tmp/client/findings.geojson')).toContain('A-LE-001')
  })

  it('save and verify a folder of the README', () => {
    machine.run('systemctl stop kanat@8080')
    // The command before them in the README builds and starts the server.
    machine.run(
      `cd /opt/kanat; PORT=8099 node_modules/.bin/node server/main.ts > /dev/null & server=$!
       until curl --fail --silent --output /dev/null http://127.0.0.1:8099/api/health; do sleep 0.1; done
       kill $server; wait $server`,
    )
    follow('The first day', 'npm run user -- add', ACCOUNT.password)
    expect(follow('The first day', 'npm run backup')).toContain('is complete')
  })

  it('have no block of commands that is neither run nor said to run elsewhere', () => {
    const left = blocks.filter((block) => !runBlocks.has(block))
    const reasons = Object.keys(NOT_RUN)
    expect(left.filter(({ commands }) => !reasons.some((words) => commands.includes(words)))).toEqual([])
    expect(reasons.filter((words) => !left.some(({ commands }) => commands.includes(words)))).toEqual([])
  })
})
