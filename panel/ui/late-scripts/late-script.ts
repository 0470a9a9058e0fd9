import { checkVersion, type VersionOnServer } from './new-version.ts'

/** A script that loads late could not be loaded, because the network is gone or a new version has replaced it. */
export class ScriptError extends Error {
  /** How often in a row the script could not be loaded. */
  readonly failures: number
  /** What the server says about the version of the panel. */
  readonly version: Promise<VersionOnServer>

  constructor(failures: number, cause: unknown) {
    super('A script could not be loaded', { cause })
    this.name = 'ScriptError'
    this.failures = failures
    this.version = checkVersion()
  }
}

/** A script that is loaded when it is first needed. */
export interface LateScript<Module> {
  /**
   * Loads the script. After a failure, the next call tries again.
   *
   * @throws {ScriptError}
   */
  load: () => Promise<Module>
  /** Loads the script before it is needed. A failure has no effect, because `load` tries again. */
  preload: () => void
  /** The script, if it is loaded. */
  readonly loaded: Module | undefined
}

/** Loads what every part needs besides its own script: the texts of all screens. */
let loadCompanion: () => Promise<unknown> = async () => {}

/** Makes every late script wait for something else, which is loaded at the same time. */
export function loadWithEachPart(load: () => Promise<unknown>) {
  loadCompanion = load
}

/**
 * Makes a script load late. Only this function, `lateFile` and those of `lazy-part.tsx` may contain an `import()`, so that each one is
 * tried again after a failure: `React.lazy` and a promise in a variable would keep the failure until the page is loaded again.
 */
export function lateScript<Module>(importScript: () => Promise<Module>): LateScript<Module> {
  return lateFile(async () => {
    const [script] = await Promise.all([importScript(), loadCompanion()])
    return script
  })
}

/** Like `lateScript`, for a file that needs no texts. */
export function lateFile<Module>(importScript: () => Promise<Module>): LateScript<Module> {
  let loaded: Module | undefined
  let loading: Promise<Module> | undefined
  let failures = 0

  function load(): Promise<Module> {
    loading ??= importScript().then(
      (script) => {
        loaded = script
        return script
      },
      (error: unknown) => {
        loading = undefined
        failures += 1
        throw new ScriptError(failures, error)
      },
    )
    return loading
  }

  return {
    load,
    preload: () => void load().catch(() => undefined),
    get loaded() {
      return loaded
    },
  }
}
