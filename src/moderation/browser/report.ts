import { paths } from '../../platform/model/paths.ts';
import type { ReportedSubject } from '../views/ReportModal.tsx';
import { session } from '../../people/browser/session.ts';

/**
 * Opens the form to report what a `[data-report]` names, also for elements that are added later. A visitor who is not
 * signed in is sent to sign in, and back to the same place.
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
    if (subject && id) showReport({ subject: subject as ReportedSubject['subject'], id, name });
  } catch (error) {
    console.error('The report could not be shown.', error);
  }
}
