import { paths } from '../../platform/model/paths.ts';
import type { About } from '../views/ReportModal.tsx';
import { session } from '../../people/browser/session.ts';

/**
 * Lets every `[data-report]` of the page, those that come later too, open the form that reports what it names. Who is
 * not signed in goes to sign in, and comes back to the same place.
 */
export function startReports(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-report]') : null;
    if (button) void report(button.dataset);
  });
}

async function report({ report: subject, reportId: id, reportName: name = '' }: DOMStringMap): Promise<void> {
  const { user } = await session.fetch();
  if (!user) return location.assign(paths.signIn(location.pathname + location.search + location.hash));
  try {
    const { showReport } = await import('../views/ReportModal.tsx');
    if (subject && id) showReport({ subject: subject as About['subject'], id, name });
  } catch (error) {
    console.error('The report could not be shown.', error);
  }
}
