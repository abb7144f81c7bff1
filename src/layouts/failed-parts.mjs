addEventListener('astro:hydration-error', (failure) => (window.failedParts ??= []).push(failure));
addEventListener('unhandledrejection', (event) => {
  const { reason } = event;
  if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault();
});
