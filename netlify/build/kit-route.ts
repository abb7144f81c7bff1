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
        if (command !== 'dev' && env.KIT !== '1') return;
        injectRoute({ pattern: '/kit', entrypoint: './src/pages/_kit.astro' });
      },
    },
  };
}
