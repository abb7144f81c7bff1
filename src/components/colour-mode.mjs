((root, key) => {
  const show = (wished) => {
    const mode = wished === 'light' || wished === 'dark' ? wished : 'system';
    root.dataset.colourMode = mode;
    document.querySelector('meta[name=color-scheme]').content = mode === 'system' ? 'light dark' : mode;
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
      const { own } = meta.dataset;
      meta.media = mode === 'system' ? `(prefers-color-scheme: ${own})` : mode === own ? 'all' : 'not all';
    }
  };
  const stored = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  show(stored());
  addEventListener('storage', (event) => (event.key === key || event.key === null) && show(stored()));
  addEventListener('pageshow', (event) => event.persisted && show(stored()));
  addEventListener('colour-mode', (event) => show(event.detail));
})(document.documentElement, 'commonplace:colour-mode');
