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
  const stored = (name = key) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  const follow = () => {
    show(stored());
    root.dataset.reading = stored('commonplace:reading') ?? '';
  };
  follow();
  addEventListener('storage', follow);
  addEventListener('pageshow', (event) => event.persisted && follow());
  addEventListener('colour-mode', (event) => show(event.detail));
})(document.documentElement, 'commonplace:colour-mode');
