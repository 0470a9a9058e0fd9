// Removes the packages from `node_modules` that the server does not need: those for building the pages. For the image only.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const IMPORTED = /(?:\bfrom |\bimport\(|\brequire\.resolve\()'(?!node:)((?:@[\w.-]+\/)?\w[\w.-]*)/g
const kept = new Set()

for (const folder of ['server', 'domain']) {
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!file.endsWith('.ts')) continue
    for (const [, name] of readFileSync(join(folder, file), 'utf8').matchAll(IMPORTED)) keep(name, '.')
  }
}
for (const name of packages()) {
  if (!kept.has(name)) rmSync(join('node_modules', name), { recursive: true })
}

/** Keeps a package and what it depends on. @param importer the folder of the package that imports it */
function keep(name, importer) {
  const nested = join(importer, 'node_modules', name)
  const folder = existsSync(nested) ? nested : join('node_modules', name)
  // Modules of Node, and packages for other systems.
  if (kept.has(folder) || !existsSync(folder)) return
  kept.add(folder)
  if (folder === join('node_modules', name)) kept.add(name)
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) keep(needed, folder)
}

/** The names of all packages that are directly in `node_modules`. */
function packages() {
  return readdirSync('node_modules')
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(join('node_modules', name)).map((inner) => `${name}/${inner}`)
        : [name],
    )
}
