import type { Plugin } from 'vite';

const own = '\0zod-without-eval';

/**
 * Has Zod compile nothing in browsers. Where it may, it first tries whether it can, and the policy of every page reports the
 * try. The setting has to be there before the first schema is made, so it comes with the library itself.
 */
export function zodWithoutEval(): Plugin {
  return {
    name: 'zod-without-eval',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: {
      filter: { id: /^zod$/ },
      handler: (_source, importer) => (importer === own ? undefined : own),
    },
    load: {
      filter: { id: /^\0zod-without-eval$/ },
      handler: () => `import { config } from 'zod/v4/core';\nexport * from 'zod';\nconfig({ jitless: true });\n`,
    },
  };
}
