import { fileURLToPath } from 'node:url'

/** What Rolldown tells about a module, as far as it is needed here. */
interface Modules {
  getModuleInfo: (id: string) => { importedIds: string[] } | null
}

const ofProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** It imports the list of the turbines, which most users see first, and whose parts are in nearly every other screen. */
const FIRST_SCREEN = [ofProject('panel/panel.tsx')]

/** The islands of the public pages that share modules with the panel. */
const ISLANDS = ['contact-form', 'faq-filter', 'slideshow'].map((name) =>
  ofProject(`site/islands/${name}.tsx`),
)

/** The page of a link. Its reader has no account, so it loads nothing of the panel but drawings. */
const SHARED_PAGE = [ofProject('site/shared-page/shared-page.ts')]

/** The folders that the features of the panel share, as in `.dependency-cruiser.cjs`, without what only photos and spheres need. */
const SHARED_LAYERS =
  /\/(domain|panel\/(ui|words|api|data|session|preferences|frame|outbox))\/(?!.*(tiles|clouds|pictures))/

/** Parts that share the same modules have a file for them. Files of fewer source bytes join the next one, so some parts load a little more than they need. */
const SHARED = { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 12_000 }

/**
 * Which modules stand in one script file. Rolldown alone makes a file for each set of parts that share a module: the first screen was
 * 149 files, which compress worse and take longer to load than a few.
 */
export function scriptFiles() {
  const imports = new Map<string[], Set<string>>()

  /** The modules that are loaded with these, because they are imported by `import`, not by `import()`. */
  function loadedWith(roots: string[], modules: Modules): Set<string> {
    const found = imports.get(roots) ?? new Set(roots)
    if (!imports.has(roots)) {
      imports.set(roots, found)
      // A set also visits what is added during the visit.
      for (const id of found)
        for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
    }
    return found
  }

  return {
    groups: [
      { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
      {
        name: (id: string, modules: Modules) =>
          /\/(domain|panel)\//.test(id) && loadedWith(SHARED_PAGE, modules).has(id) ? 'drawings' : null,
        priority: 4,
      },
      {
        // Without it, the public pages would load the panel for a rule about texts.
        name: (id: string, modules: Modules) =>
          loadedWith(ISLANDS, modules).has(id) && loadedWith(FIRST_SCREEN, modules).has(id) ? 'rules' : null,
        priority: 2,
      },
      {
        name: (id: string, modules: Modules) =>
          loadedWith(FIRST_SCREEN, modules).has(id) ? 'first-screen' : null,
        priority: 1,
      },
      // Dialogs, menus and lists to choose from.
      { name: 'base-ui', test: /node_modules\/@(base-ui|floating-ui)\//, ...SHARED },
      // What the features share: the lower layers of the panel.
      { name: 'frame', test: SHARED_LAYERS, ...SHARED },
    ],
  }
}
