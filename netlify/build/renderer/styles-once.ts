import type { Plugin } from 'vite';

/**
 * Has a build compile each file of styles once. Pages and what browsers load later both ask for the styles of the kit,
 * and what these come to is the same.
 */
export function stylesOnce(plugins: Plugin[]): Plugin[] {
  return plugins.map((plugin) => (plugin.apply === 'build' ? transformedOnce(plugin) : plugin));
}

function transformedOnce(plugin: Plugin): Plugin {
  const { transform } = plugin;
  if (typeof transform !== 'object') return plugin;
  const results = new Map<string, ReturnType<typeof transform.handler>>();
  return {
    ...plugin,
    transform: {
      ...transform,
      handler(code, id, options) {
        const key = `${id}\0${code}`;
        const result = results.get(key) ?? transform.handler.call(this, code, id, options);
        results.set(key, result);
        return result;
      },
    },
  };
}
