addEventListener('astro:hydration-error', (failure) => (window.failedParts ??= []).push(failure));
