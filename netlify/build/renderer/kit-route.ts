import type { AstroIntegration } from 'astro';

/**
 * Shows the kit at /kit: in development, and where KIT=1 asks for it as the tests do. A build for readers has no such
 * page.
 */
export function kitRoute(env: NodeJS.ProcessEnv = process.env): AstroIntegration {
  return {
    name: 'kit-route',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command !== 'dev' && kitPages(env).length === 0) return;
        injectRoute({ pattern: kitPage, entrypoint: './src/pages/_kit.astro' });
      },
    },
  };
}

const kitPage = '/kit';

/** The pages of the kit that a build makes beside those of the site. */
export function kitPages(env: NodeJS.ProcessEnv = process.env): string[] {
  return env.KIT === '1' ? [kitPage] : [];
}

/** Gives every page its data at `{page}/_payload.json`. */
export function payloadRoute(): AstroIntegration {
  return {
    name: 'payload-route',
    hooks: {
      'astro:config:setup': ({ injectRoute }) => {
        // The last part of these is a parameter, which would win over the general form.
        for (const pattern of [
          '/[...page]/_payload.json',
          '/user/settings/_payload.json',
          '/u/[handle]/_payload.json',
          '/u/[handle]/comments/_payload.json',
          '/u/[handle]/c/[slug]/_payload.json',
        ]) {
          injectRoute({ pattern, entrypoint: './src/pages/_payload.json.ts' });
        }
      },
    },
  };
}
